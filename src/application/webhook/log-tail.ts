import type { Position } from '../../domain/shared/recorded.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import { aborted } from '../shared/delay.js';
import { followLog } from '../shared/follow-log.js';
import { followedByWebhooks } from './messages.js';
import { SharedPages } from './shared-pages.js';

export interface TailPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been looked at. */
  readonly position: Position | undefined;
  /** Nothing lay behind it then. */
  readonly atEnd: boolean;
}

/** Kept for the endpoints that keep up; the others read for themselves. */
const mostKept = 2_000;
/** Length of their texts, in characters: a batch of the largest emails has fourteen million. */
const mostKeptCharacters = 8 * 1024 * 1024;
const pageLimit = 200;
/** What comes within this time is handed on together. */
const pauseMs = 50;

/**
 * The end of the log, followed once for all endpoints of this process. An endpoint asks for what is behind its own
 * position whenever it has time: a slow one falls behind what is kept, reads the log beside the others, and delays
 * none.
 */
export class LogTail {
  private kept: StoredEvent[] = [];
  private keptCharacters = 0;
  /** Everything behind this, up to `position`, is in `kept`. */
  private from: Position | undefined;
  private position: Position | undefined;
  private readonly waiting = new Set<() => void>();
  /** Asks for following to begin. */
  private begin: (() => Promise<void>) | undefined;

  private readonly behind: SharedPages;

  constructor(private readonly store: Pick<EventStore, 'subscribe' | 'readAll' | 'head'>) {
    const asked = { limit: pageLimit, filter: followedByWebhooks };
    this.behind = new SharedPages((after) => store.readAll(after === undefined ? asked : { ...asked, after }));
  }

  /** Follows the log from its end on, from when an endpoint asks first: without endpoints the log is not read. */
  async followOnDemand(signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
    let following = Promise.resolve();
    let head: Promise<void> | undefined;
    const start = async (): Promise<void> => {
      const after = await this.store.head();
      following = this.follow(after, signal, onFailure);
      this.begin = undefined;
    };
    this.begin = () => {
      // A head that could not be read is asked for again by the next endpoint that asks.
      head ??= start().finally(() => {
        head = undefined;
      });
      return head;
    };
    await aborted(signal);
    await following;
  }

  /** Follows the log behind this position until the signal aborts. */
  follow(after: Position | undefined, signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
    this.from = after;
    this.position = after;
    const onPage = (page: {
      readonly events: readonly StoredEvent[];
      readonly position: Position | undefined;
    }): void => {
      this.kept.push(...page.events);
      for (const event of page.events) this.keptCharacters += charactersOf(event);
      this.position = page.position ?? this.position;
      if (this.kept.length > 2 * mostKept || this.keptCharacters > 2 * mostKeptCharacters) this.dropOldest();
      if (page.events.length > 0) this.wake();
    };
    return followLog(this.store, { filter: followedByWebhooks, after, signal, pauseMs, onPage, onFailure });
  }

  private dropOldest(): void {
    let gone = 0;
    while (this.kept.length - gone > mostKept || this.keptCharacters > mostKeptCharacters) {
      this.keptCharacters -= charactersOf(this.kept[gone]);
      gone += 1;
    }
    this.from = this.kept[gone - 1]?.position ?? this.from;
    this.kept = this.kept.slice(gone);
  }

  /** What lies behind the position, from memory where it is there. */
  async after(position: Position | undefined): Promise<TailPage> {
    await this.begin?.();
    const known = this.position;
    if (known !== undefined && this.from !== undefined && position !== undefined && position >= this.from) {
      if (position >= known) return { events: [], position, atEnd: true };
      const behind = firstBehind(this.kept, position);
      const events = this.kept.slice(behind, behind + pageLimit);
      const isAll = events.length < pageLimit;
      return { events, position: isAll ? known : events.at(-1)?.position, atEnd: isAll };
    }
    return this.behind.after(position);
  }

  /** Resolves when there is something behind the position, or when the signal aborts. */
  async changed(position: Position | undefined, signal: AbortSignal): Promise<void> {
    if ((this.kept.at(-1)?.position ?? '') > (position ?? '')) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.waiting.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  /**
   * How far a reader has come that has looked at everything up to here: what followed since may not concern any of
   * them.
   */
  reached(position: Position | undefined): Position | undefined {
    const at = position ?? '';
    const isKnownFrom = at >= (this.from ?? '');
    const hasMore = (this.kept.at(-1)?.position ?? '') > at;
    return isKnownFrom && !hasMore && (this.position ?? '') > at ? this.position : position;
  }

  /** Everything up to here was handed out or is to be. */
  end(): Position | undefined {
    return this.position;
  }

  /** The last event that may concern any of the endpoints. */
  lastEvent(): Position | undefined {
    return this.kept.at(-1)?.position;
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}

/** Where the first one behind the position is; events are in the order of the log. */
function firstBehind(events: readonly StoredEvent[], position: Position): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event !== undefined && event.position > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

function charactersOf(event: StoredEvent | undefined): number {
  return event === undefined ? 0 : event.data.length + event.metadata.length;
}
