import type { AllPage, EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { type Category, categoryOf } from '../../../domain/shared/stream-name.js';
import type { EventLogReader } from './event-log-reader.js';

type ReadPage = EventLogReader['readPage'];

/** Events that are read ahead for all followers in one go. */
const readAtOnce = 500;
/** Of texts, in characters: what a slower follower may lie behind before it reads for itself. */
const mostKeptCharacters = 8 * 1024 * 1024;

/**
 * The log's end, read once for all followers of one thread: each gets its page from what the first of them has read, the
 * same objects, so that what is derived from an event can be kept with it. A follower that lies further behind, or wants
 * other categories, reads for itself.
 */
export function createSharedTail(readPage: ReadPage, categories: readonly Category[]): ReadPage {
  let events: StoredEvent[] = [];
  let keptCharacters = 0;
  /** The kept events are all of these categories behind `start` (exclusive), up to `end`. */
  let start: Position | undefined;
  let end: Position | undefined;
  let begun = false;
  let endWasHead = false;

  function restartAt(after: Position | undefined): void {
    events = [];
    keptCharacters = 0;
    start = after;
    end = after;
    begun = true;
  }

  function extend(): void {
    const page = readPage(end, readAtOnce, { categories });
    events.push(...page.events);
    for (const event of page.events) keptCharacters += charactersOf(event);
    end = page.position;
    endWasHead = page.atEnd;
    if (keptCharacters > mostKeptCharacters) dropOldest(page.events.length);
  }

  /** Half of it, so that it is not done for each page; never what was read last. */
  function dropOldest(newest: number): void {
    let dropped = 0;
    while (dropped < events.length - newest && keptCharacters > mostKeptCharacters / 2) {
      keptCharacters -= charactersOf(events[dropped]);
      dropped += 1;
    }
    if (dropped === 0) return;
    start = events[dropped - 1]?.position;
    events = events.slice(dropped);
  }

  return (after, limit, filter) => {
    if (!covers(categories, filter)) return readPage(after, limit, filter);
    if (!begun || isBefore(end, after)) restartAt(after);
    if (isBefore(after, start)) return readPage(after, limit, filter);
    if (after === end) extend();
    return pageOf(events, { after, limit, filter, end, endWasHead });
  };
}

interface Wanted {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly filter: EventFilter | undefined;
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

/** Before the first event comes nothing at all. */
function isBefore(one: Position | undefined, other: Position | undefined): boolean {
  return other !== undefined && (one === undefined || one < other);
}

function covers(categories: readonly Category[], filter: EventFilter | undefined): boolean {
  return filter?.categories?.every((category) => categories.includes(category)) ?? false;
}

function matches({ stream, type }: StoredEvent, filter: EventFilter | undefined): boolean {
  return (filter?.types?.includes(type) ?? true) && (filter?.categories?.includes(categoryOf(stream)) ?? true);
}

function charactersOf(event: StoredEvent | undefined): number {
  return event === undefined ? 0 : event.data.length + event.metadata.length;
}
