import type { EventFilter, StoredEvent } from '../../application/ports/event-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import { categoryOf } from '../../domain/shared/stream-name.js';

export interface RingBounds {
  /** Length of the kept texts. */
  readonly characters: number;
  /** An object costs memory beside its texts, and so does what is derived from it. */
  readonly events: number;
}

/** As a page of the log, of what is kept. */
export interface RingPage {
  readonly events: readonly StoredEvent[];
  readonly position: Position | undefined;
  /** Nothing that is kept lies behind it. */
  readonly isLast: boolean;
}

/** The newest events of the log, all of them behind a position, and no more than fit. The oldest go first. */
export class EventRing {
  #events: StoredEvent[] = [];
  #characters = 0;
  /** Exclusive. */
  #start: Position | undefined;
  #end: Position | undefined;

  constructor(
    start: Position | undefined,
    private readonly bounds: RingBounds,
  ) {
    this.#start = start;
    this.#end = start;
  }

  /** Everything up to here has been added. */
  get end(): Position | undefined {
    return this.#end;
  }

  /** Whether nothing is missing behind this position. */
  holds(after: Position | undefined): boolean {
    return !isBefore(after, this.#start);
  }

  /** The next events, in order; `end` lies nowhere before the last of them. */
  add(events: readonly StoredEvent[], end: Position | undefined): void {
    for (const event of events) {
      this.#events.push(event);
      this.#characters += charactersOf(event);
    }
    this.#end = end;
    if (this.#isOver(1)) this.#dropOldest();
  }

  /** At most `limit` that the filter lets through. Of use only where the ring holds `after`. */
  pageBehind(after: Position | undefined, limit: number, filter: EventFilter): RingPage {
    const wanted: StoredEvent[] = [];
    for (let index = this.#firstBehind(after); index < this.#events.length; index += 1) {
      const event = this.#events[index];
      if (event === undefined || !matches(event, filter)) continue;
      if (wanted.length === limit) return { events: wanted, position: wanted.at(-1)?.position, isLast: false };
      wanted.push(event);
    }
    return { events: wanted, position: isBefore(after, this.#end) ? this.#end : after, isLast: true };
  }

  /** Half of what fits stays, so that it is not done for each event. */
  #dropOldest(): void {
    let dropped = 0;
    while (dropped < this.#events.length && this.#isOver(1 / 2, dropped)) {
      this.#characters -= charactersOf(this.#events[dropped]);
      dropped += 1;
    }
    this.#start = this.#events[dropped - 1]?.position ?? this.#start;
    this.#events = this.#events.slice(dropped);
  }

  #isOver(share: number, dropped = 0): boolean {
    const { characters, events } = this.bounds;
    return this.#characters > characters * share || this.#events.length - dropped > events * share;
  }

  #firstBehind(after: Position | undefined): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(after, this.#events[middle]?.position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Before the first event comes nothing at all. */
export function isBefore(one: Position | undefined, other: Position | undefined): boolean {
  return other !== undefined && (one === undefined || one < other);
}

/** The filter's test for events that are there already. */
export function matches({ stream, type }: StoredEvent, filter: EventFilter = {}): boolean {
  return isOfKind([categoryOf(stream), type], filter);
}

/** All that a filter asks of an event. */
export type EventKind = readonly [category: string, type: string];

export function isOfKind([category, type]: EventKind, filter: EventFilter = {}): boolean {
  const { types, categories } = namesIn(filter);
  return (types?.has(type) ?? true) && (categories?.has(category) ?? true);
}

interface Names {
  readonly types: ReadonlySet<string> | undefined;
  readonly categories: ReadonlySet<string> | undefined;
}

const names = new WeakMap<EventFilter, Names>();

/** Every follower asks for every event that comes, and some name a hundred types: they are not walked through. */
function namesIn(filter: EventFilter): Names {
  const known = names.get(filter);
  if (known !== undefined) return known;
  const { types, categories } = filter;
  const made = { types: types && new Set(types), categories: categories && new Set<string>(categories) };
  names.set(filter, made);
  return made;
}

function charactersOf(event: StoredEvent | undefined): number {
  return event === undefined ? 0 : event.data.length + event.metadata.length;
}
