import type { Fence } from '../../application/ports/lease.js';
import type { DocumentChange, DocumentShape, ReadStore, StoredDocument } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { SeenIds } from './seen-ids.js';

/** So many are written together: the events of one mail are close to each other in the log, and its document is written once for all of them. */
const usuallyTogether = 2_000;
/** Documents that are kept; more than those that are on their way and those that wait, each with a page of 5,000 at the end. */
const mostKept = 15_000;

export interface WriteBehindOptions {
  readonly readStore: Pick<ReadStore, 'getMany' | 'apply'>;
  readonly shape: DocumentShape;
  readonly fence?: Fence | undefined;
  /** Nothing is stored, and nobody else writes. */
  readonly startsEmpty: boolean;
  /** So many documents at least are written together, but for the last ones; default 2,000. */
  readonly writtenTogether?: number;
}

/**
 * The documents of a rebuild. Those of several pages are written together, while the next ones are folded, which are given what waits and what is on its
 * way as if it were stored. What was written last is not read again, nor what was never written.
 */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  /** By id, in the order of their writes; removed ones too. */
  readonly #kept = new Map<string, DocumentChange>();
  readonly #written: SeenIds | undefined;
  /** By id, what is not on its way yet. */
  #waiting = new Map<string, DocumentChange>();
  /** Of the last page that waits. */
  #checkpoint: Position | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriteBehindOptions) {
    this.#options = options;
    this.#written = options.startsEmpty ? new SeenIds() : undefined;
  }

  /** As the store will have them. */
  async getMany(shape: DocumentShape, ids: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const documents = new Map<string, StoredDocument>();
    const unknown: string[] = [];
    for (const id of ids) {
      const kept = this.#kept.get(id);
      if (kept?.document !== undefined) documents.set(id, { ...kept, document: kept.document });
      else if (kept === undefined && this.#written?.mayHave(id) !== false) unknown.push(id);
    }
    // One that is on its way is kept at least until it is stored.
    if (unknown.length > 0)
      for (const [id, stored] of await this.#options.readStore.getMany(shape, unknown)) documents.set(id, stored);
    return documents;
  }

  /** Takes what a page has changed; begins to write where enough waits. Throws where what was written before has failed. */
  async apply(changes: readonly DocumentChange[], checkpoint: Position): Promise<void> {
    this.#makeRoom();
    for (const change of changes) {
      this.#kept.delete(change.id);
      this.#kept.set(change.id, change);
      this.#written?.add(change.id);
      // What waits is not stored yet, whatever the fold was told.
      const { wasStored = change.wasStored } = this.#waiting.get(change.id) ?? {};
      this.#waiting.set(change.id, wasStored === undefined ? change : { ...change, wasStored });
    }
    this.#checkpoint = checkpoint;
    const { writtenTogether = usuallyTogether } = this.#options;
    if (this.#waiting.size >= writtenTogether) await this.#write();
  }

  /** Everything is stored, or it throws. */
  async settled(): Promise<void> {
    await this.#write();
    await this.#writing;
  }

  /** Begins to write, once what was written before is stored. The checkpoint is written last. */
  async #write(): Promise<void> {
    await this.#writing;
    if (this.#checkpoint === undefined) return;
    const { readStore, shape, fence } = this.#options;
    const changes = [...this.#waiting.values()];
    this.#writing = readStore.apply(shape, changes, this.#checkpoint, fence);
    this.#waiting = new Map();
    this.#checkpoint = undefined;
    // Whoever comes next is told.
    this.#writing.catch(() => undefined);
  }

  /** Something else has changed what is stored. */
  forget(): void {
    this.#kept.clear();
  }

  /** Before the newest are added: they wait. */
  #makeRoom(): void {
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(id);
    }
  }
}
