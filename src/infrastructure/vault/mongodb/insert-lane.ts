import { VaultUnavailable } from '../../../application/ports/vault.js';
import type { Call } from './calls.js';
import type { Inserted } from './insert-all.js';

interface Waiting<Document> {
  readonly document: Document;
  readonly sizeBytes: number;
  resolve(answer: 'created' | 'exists'): void;
  reject(error: Error): void;
}

/** Of one round trip. A single document may be larger than the second. */
const mostDocuments = 1_000;
const mostBytes = 8 * 1024 * 1024;

export interface InsertLane<Document> {
  /** Durable when it resolves. Throws `vault-unavailable`. */
  add(document: Document, sizeBytes: number): Promise<'created' | 'exists'>;
}

/**
 * Group commit: what has queued up while one round trip is under way shares the next. Waiting for the disks of a
 * majority takes as long for a thousand documents as for one.
 */
export function insertLane<Document>(
  call: Call,
  insert: (documents: readonly Document[]) => Promise<readonly Inserted[]>,
): InsertLane<Document> {
  let queue: Waiting<Document>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchLength(queue));
      try {
        const answers = await call(() => insert(batch.map(({ document }) => document)));
        for (const [index, waiting] of batch.entries()) settle(waiting, answers[index]);
      } catch (error) {
        // Those behind have waited as long: asking again for each batch would take as long once more for each.
        const failed = [...batch, ...queue];
        queue = [];
        for (const { reject } of failed) reject(error as VaultUnavailable);
      }
    }
    running = false;
  }

  return {
    add(document, sizeBytes) {
      return new Promise((resolve, reject) => {
        queue.push({ document, sizeBytes, resolve, reject });
        if (running) return;
        running = true;
        // Everything asked in one turn of the event loop travels together.
        setImmediate(() => void run());
      });
    },
  };
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
