import { VaultUnavailable } from '../../../application/ports/vault.js';
import type { Call } from './calls.js';
import type { Inserted } from './insert-all.js';

interface Waiting<Document> {
  readonly document: Document;
  readonly sizeBytes: number;
  resolve(answer: 'created' | 'exists'): void;
  reject(error: Error): void;
}

/** Limits of one round trip. A single document may be larger than the second. */
const mostDocuments = 1_000;
const mostBytes = 8 * 1024 * 1024;

/**
 * Group commit: what has queued up while one round trip is under way shares the next. Waiting for the disks of a
 * majority takes as long for a thousand documents as for one.
 */
export class InsertBatcher<Document> {
  #queue: Waiting<Document>[] = [];
  #running = false;

  constructor(
    private readonly call: Call,
    private readonly insert: (documents: readonly Document[]) => Promise<readonly Inserted[]>,
  ) {}

  /** Durable when it resolves. Throws `vault-unavailable`. */
  add(document: Document, sizeBytes: number): Promise<'created' | 'exists'> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ document, sizeBytes, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // Everything asked in one turn of the event loop travels together.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchLength(this.#queue));
      try {
        const answers = await this.call(() => this.insert(batch.map(({ document }) => document)));
        for (const [index, waiting] of batch.entries()) settle(waiting, answers[index]);
      } catch (error) {
        // Those behind have waited as long: asking again for each batch would take as long once more for each.
        const failed = [...batch, ...this.#queue];
        this.#queue = [];
        for (const { reject } of failed) reject(error as VaultUnavailable);
      }
    }
    this.#running = false;
  }
}

function settle<Document>({ resolve, reject }: Waiting<Document>, answer: Inserted | undefined): void {
  if (answer === 'created' || answer === 'exists') resolve(answer);
  else reject(new VaultUnavailable('the vault is not available: the server refused a document', { cause: answer }));
}

function batchLength<Document>(queue: readonly Waiting<Document>[]): number {
  let bytes = 0;
  for (const [index, { sizeBytes }] of queue.entries()) {
    bytes += sizeBytes;
    if (index > 0 && (index === mostDocuments || bytes > mostBytes)) return index;
  }
  return queue.length;
}
