import type { AllPage, EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { Category } from '../../../domain/shared/stream-name.js';
import { isBefore, matches } from '../event-ring.js';
import type { EventLogReader } from './event-log-reader.js';

/** Events that are read ahead for all followers in one go. */
const readAtOnce = 500;
/** Length of the kept texts, in characters: how far a slower follower may lag before it reads for itself. */
const mostKeptCharacters = 8 * 1024 * 1024;

/**
 * The log's end, read once for all followers of one thread: each gets its page from what the first of them has read,
 * the same objects, so that what is derived from an event can be kept with it. A follower that lies further behind, or
 * wants other categories, reads for itself.
 */
export class SharedTail {
  #events: StoredEvent[] = [];
  #keptCharacters = 0;
  /** The kept events are all of these categories behind `start` (exclusive), up to `end`. */
  #start: Position | undefined;
  #end: Position | undefined;
  #begun = false;
  #endWasHead = false;
  /** Whether the kept events are all that a filter asks for. */
  readonly #covered = new WeakMap<EventFilter, boolean>();

  constructor(
    private readonly reader: Pick<EventLogReader, 'readPage'>,
    private readonly categories: readonly Category[],
  ) {}

  /** As the reader's own. */
  readPage(after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage {
    if (filter === undefined || !this.#covers(filter)) return this.reader.readPage(after, limit, filter);
    if (!this.#begun || isBefore(this.#end, after)) this.#restartAt(after);
    if (isBefore(after, this.#start)) return this.reader.readPage(after, limit, filter);
    if (after === this.#end) this.#extend();
    return pageOf(this.#events, { after, limit, filter, end: this.#end, endWasHead: this.#endWasHead });
  }

  #covers(filter: EventFilter): boolean {
    const known = this.#covered.get(filter);
    if (known !== undefined) return known;
    const isCovered = filter.categories?.every((category) => this.categories.includes(category)) ?? false;
    this.#covered.set(filter, isCovered);
    return isCovered;
  }

  #restartAt(after: Position | undefined): void {
    this.#events = [];
    this.#keptCharacters = 0;
    this.#start = after;
    this.#end = after;
    this.#begun = true;
  }

  #extend(): void {
    const page = this.reader.readPage(this.#end, readAtOnce, { categories: this.categories });
    this.#events.push(...page.events);
    for (const event of page.events) this.#keptCharacters += charactersOf(event);
    this.#end = page.position;
    this.#endWasHead = page.atEnd;
    if (this.#keptCharacters > mostKeptCharacters) this.#dropOldest(page.events.length);
  }

  /** Half of it, so that it is not done for each page; never what was read last. */
  #dropOldest(newest: number): void {
    let dropped = 0;
    while (dropped < this.#events.length - newest && this.#keptCharacters > mostKeptCharacters / 2) {
      this.#keptCharacters -= charactersOf(this.#events[dropped]);
      dropped += 1;
    }
    if (dropped === 0) return;
    this.#start = this.#events[dropped - 1]?.position;
    this.#events = this.#events.slice(dropped);
  }
}

interface Wanted {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly filter: EventFilter;
  readonly end: Position | undefined;
  readonly endWasHead: boolean;
}

function pageOf(events: readonly StoredEvent[], { after, limit, filter, end, endWasHead }: Wanted): AllPage {
  const wanted: StoredEvent[] = [];
  for (let index = firstBehind(events, after); index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined || !matches(event, filter)) continue;
    if (wanted.length === limit) return { events: wanted, position: wanted.at(-1)?.position, atEnd: false };
    wanted.push(event);
  }
  return { events: wanted, position: end, atEnd: endWasHead };
}

function firstBehind(events: readonly StoredEvent[], after: Position | undefined): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(after, events[middle]?.position)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function charactersOf(event: StoredEvent | undefined): number {
  return event === undefined ? 0 : event.data.length + event.metadata.length;
}
