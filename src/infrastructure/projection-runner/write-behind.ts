import type { Fence } from '../../application/ports/lease.js';
import type { DocumentChange, DocumentShape, ReadStore, StoredDocument } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { SeenIds } from './seen-ids.js';

/** Documents that are kept: the events of one mail are close to each other in the log. */
const mostKept = 10_000;

export interface WriteBehindOptions {
  readonly readStore: Pick<ReadStore, 'getMany' | 'apply'>;
  readonly shape: DocumentShape;
  readonly fence?: Fence | undefined;
  /** Nothing is stored, and nobody else writes. */
  readonly startsEmpty: boolean;
}

/**
 * The documents of a rebuild. One page is written while the next one is folded, which is given what is on its way as if it were
 * stored. What was written last is not read again, nor what was never written.
 */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  /** By id, in the order of their writes; removed ones too. */
  readonly #kept = new Map<string, DocumentChange>();
  readonly #written: SeenIds | undefined;
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

  /** Begins to write, once what was written before is stored; throws where that failed. The checkpoint is written last. */
  async apply(changes: readonly DocumentChange[], checkpoint: Position): Promise<void> {
    await this.#writing;
    const { readStore, shape, fence } = this.#options;
    this.#makeRoom();
    for (const change of changes) {
      this.#kept.delete(change.id);
      this.#kept.set(change.id, change);
      this.#written?.add(change.id);
    }
    this.#writing = readStore.apply(shape, changes, checkpoint, fence);
    // Whoever comes next is told.
    this.#writing.catch(() => undefined);
  }

  /** Everything is stored, or it throws. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Something else has changed what is stored. */
  forget(): void {
    this.#kept.clear();
  }

  /** Before the newest are added: they are on their way. */
  #makeRoom(): void {
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(id);
    }
  }
}
