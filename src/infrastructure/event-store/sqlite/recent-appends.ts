import type { AllPage, EventFilter } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { type EventKind, isOfKind } from '../event-ring.js';
import { positionOf, rowOf } from './event-log-position.js';
import type { EventLogReader } from './event-log-reader.js';

/** What one commit appended: all rows from the first to the last, and no others. */
export interface AppendedRows {
  readonly first: number;
  readonly last: number;
  readonly kinds: readonly EventKind[];
}

/** What the requests of one commit appended, put together. */
export class Appended {
  #first = 0;
  #last = 0;
  readonly #kinds = new Map<string, EventKind>();

  /** In the order of the rows. */
  add({ first, last, kinds }: AppendedRows): void {
    if (this.#last === 0) this.#first = first;
    this.#last = last;
    for (const kind of kinds) this.#kinds.set(nameOf(kind), kind);
  }

  /** What came since the last call; null where nothing did. */
  take(): AppendedRows | null {
    if (this.#last === 0) return null;
    const taken = { first: this.#first, last: this.#last, kinds: [...this.#kinds.values()] };
    this.#last = 0;
    this.#kinds.clear();
    return taken;
  }
}

/** Another process's commits are not announced: a follower at the end looks for them this often. */
const looksEveryMs = 250;

/**
 * The log's reader for followers, which knows from the announcements of this process what kinds of events lie where.
 * A follower that none of the new events concerns gets its empty page without a question to the file, of which each
 * costs a transaction, and the pages that the commit has taken from the reader's cache.
 */
export class RecentAppends implements Pick<EventLogReader, 'readPage'> {
  /** Rows behind `#start` (exclusive) up to `#end` are known, each kind with the last row at which it may be. */
  #start = Number.POSITIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #last = new Map<string, { readonly kind: EventKind; row: number }>();
  /** When the file had nothing behind `#end`. */
  #foundNothingAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly reader: Pick<EventLogReader, 'readPage'>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** In the order of the commits. */
  note({ first, last, kinds }: AppendedRows): void {
    // Between them lies what another process wrote.
    if (first !== this.#end + 1) {
      this.#start = first - 1;
      this.#last.clear();
    }
    this.#end = last;
    this.#foundNothingAtMs = Number.NEGATIVE_INFINITY;
    for (const kind of kinds) {
      const name = nameOf(kind);
      const known = this.#last.get(name);
      if (known === undefined) this.#last.set(name, { kind, row: last });
      else known.row = last;
    }
  }

  /** As the reader's own, except that what other processes wrote may be seen a moment later. */
  readPage(after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage {
    const row = rowOf(after);
    const isKnown = row >= this.#start && row < this.#end;
    if (isKnown && !this.#mayConcern(row, filter)) {
      return { events: [], position: positionOf(this.#end), atEnd: true };
    }
    const isAtEnd = row === this.#end;
    if (isAtEnd && this.nowMs() - this.#foundNothingAtMs < looksEveryMs) {
      return { events: [], position: after, atEnd: true };
    }
    const page = this.reader.readPage(after, limit, filter);
    if (isAtEnd) this.#foundNothingAtMs = page.position === after ? this.nowMs() : Number.NEGATIVE_INFINITY;
    return page;
  }

  #mayConcern(row: number, filter: EventFilter | undefined): boolean {
    for (const last of this.#last.values()) if (last.row > row && isOfKind(last.kind, filter)) return true;
    return false;
  }
}

function nameOf([category, type]: EventKind): string {
  return `${category} ${type}`;
}
