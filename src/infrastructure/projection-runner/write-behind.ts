import type { Fence } from '../../application/ports/lease.js';
import type { DocumentChange, DocumentShape, ReadStore, StoredDocument } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { SeenIds } from './seen-ids.js';

/** So many are written together. */
const usuallyTogether = 2_000;
/**
 * So many of those that were changed last wait: the events of one mail are close to each other in the log, and its
 * document is written once for all of them.
 */
const usuallyHeldBack = 6_000;
/** Stored documents that are kept. */
const mostKept = 10_000;

export interface WriteBehindOptions {
  readonly readStore: Pick<ReadStore, 'getMany' | 'apply'>;
  readonly shape: DocumentShape;
  readonly fence?: Fence | undefined;
  /** Nothing is stored, and there is no other writer. */
  readonly startsEmpty: boolean;
  /** So many documents at least are written together, but for the last ones; default 2,000. */
  readonly writtenTogether?: number;
  /** So many wait until the end, or until others wait behind them; default 6,000. */
  readonly heldBack?: number;
}

interface Waiting {
  readonly change: DocumentChange;
  /** Position of the page before the one in which it began to wait. */
  readonly since: Position | undefined;
}

/**
 * The documents of a rebuild. Those of several pages are written together, while the next ones are folded, which are
 * given what waits and what is on its way as if it were stored. What was written last is not read again, nor what was
 * never written. Those that have waited longest are written first, so a checkpoint is the page before the first that
 * still waits; a document may be stored with events behind it, which it then passes over.
 */
export class WriteBehind {
  readonly #options: WriteBehindOptions;
  /** By id, what was stored last, in the order of its writes; removed ones too. */
  readonly #kept = new Map<string, DocumentChange>();
  readonly #seen: SeenIds | undefined;
  /** By id, what is not on its way yet, in the order in which it came to wait. */
  readonly #waiting = new Map<string, Waiting>();
  #onTheWay: ReadonlyMap<string, DocumentChange> = new Map();
  /** The last page. */
  #reached: Position | undefined;
  #checkpoint: Position | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriteBehindOptions) {
    this.#options = options;
    this.#seen = options.startsEmpty ? new SeenIds() : undefined;
  }

  /** As the store will have them. */
  async getMany<Document extends object>(
    shape: DocumentShape<Document>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>> {
    const documents = new Map<string, StoredDocument<Document>>();
    const unknown: string[] = [];
    for (const id of ids) {
      const known = this.#waiting.get(id)?.change ?? this.#onTheWay.get(id) ?? this.#kept.get(id);
      // Changes of this shape's documents wait here.
      if (known?.document !== undefined) documents.set(id, { ...known, document: known.document as Document });
      else if (known === undefined && this.#seen?.mayHave(id) !== false) unknown.push(id);
    }
    if (unknown.length > 0)
      for (const [id, stored] of await this.#options.readStore.getMany(shape, unknown)) documents.set(id, stored);
    return documents;
  }

  /**
   * Takes what a page has changed; begins to write where enough waits. Throws where what was written before has failed.
   */
  async apply(changes: readonly DocumentChange[], position: Position): Promise<void> {
    for (const change of changes) {
      this.#seen?.add(change.id);
      const { change: before, since } = this.#waiting.get(change.id) ?? { since: this.#reached };
      // What waits is not stored yet, whatever the fold has seen.
      const wasStored = before?.wasStored ?? change.wasStored;
      this.#waiting.set(change.id, { change: wasStored === undefined ? change : { ...change, wasStored }, since });
    }
    this.#reached = position;
    const { writtenTogether = usuallyTogether, heldBack = usuallyHeldBack } = this.#options;
    if (this.#waiting.size >= heldBack + writtenTogether) await this.#write(this.#waiting.size - heldBack);
  }

  /** Everything is stored, or it throws. */
  async settled(): Promise<void> {
    await this.#write(this.#waiting.size);
    await this.#writing;
  }

  /** Begins to write so many, once what was written before is stored. The checkpoint is written last. */
  async #write(count: number): Promise<void> {
    await this.#writing;
    this.#keepStored();
    // Sums go with each write: what they count is never stored before them.
    const changes = [...this.#waiting.values()].flatMap(({ change }, index) =>
      index < count || change.isSum === true ? [change] : [],
    );
    for (const { id } of changes) this.#waiting.delete(id);
    this.#onTheWay = new Map(changes.map((change) => [change.id, change]));
    const [next] = this.#waiting.values();
    const checkpoint = next === undefined ? this.#reached : next.since;
    if (changes.length === 0 && checkpoint === this.#checkpoint) return;
    this.#checkpoint = checkpoint;
    const { readStore, shape, fence } = this.#options;
    this.#writing = readStore.apply(shape, changes, checkpoint, fence);
    // The next caller gets the error.
    this.#writing.catch(() => undefined);
  }

  /** Something else has changed what is stored. To be called when everything is. */
  forget(): void {
    this.#onTheWay = new Map();
    this.#kept.clear();
  }

  /** What was on its way has arrived. The oldest make room for it. */
  #keepStored(): void {
    for (const [id, change] of this.#onTheWay) {
      this.#kept.delete(id);
      this.#kept.set(id, change);
    }
    this.#onTheWay = new Map();
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(id);
    }
  }
}
