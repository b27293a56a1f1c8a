import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { matches } from '../event-ring.js';
import { later, type LogPosition, logPositionOf, positionOf } from './log-position.js';
import { type WireRecord, wireRecord } from './wire-record.js';

/** The server names its place after considering so many events, however few of them match. */
const eventsPerCheckpoint = 500;

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been considered; undefined where that is not known yet. */
  readonly position: Position | undefined;
  /** The server has nothing more that matches, and all of it has been taken. */
  readonly caughtUp: boolean;
}

/** One subscription of the server: first what is there, then what comes. It holds so many events, then the server waits. */
export class LiveFeed {
  readonly #subscription: AllStreamSubscription;
  readonly #filter: EventFilter;
  #position: Position | undefined;
  #checkpoint: LogPosition | undefined;
  #caughtUp = false;
  #end: { readonly error?: Error } | undefined;
  #wake = (): void => undefined;
  readonly #listeners = {
    readable: (): void => this.#wake(),
    caughtUp: (): void => {
      this.#caughtUp = true;
      this.#wake();
    },
    fellBehind: (): void => {
      this.#caughtUp = false;
    },
    end: (): void => this.#ended({}),
    close: (): void => this.#ended({}),
  };

  constructor(
    client: EventStoreDBClient,
    options: { readonly after: Position | undefined; readonly filter: EventFilter; readonly heldEvents: number },
  ) {
    const { after, filter, heldEvents } = options;
    this.#filter = filter;
    this.#position = after;
    this.#subscription = client.subscribeToAll(
      {
        fromPosition: after === undefined ? START : logPositionOf(after),
        requiresLeader: true,
        filter: serverFilter(filter, (reached) => {
          this.#checkpoint = reached;
          this.#wake();
        }),
      },
      { highWaterMark: heldEvents },
    );
    // Protected, and the client makes its own instances. Nothing has come yet.
    Reflect.set(this.#subscription, 'convertGrpcEvent', wireRecord);
    for (const [event, listener] of Object.entries(this.#listeners)) this.#subscription.on(event, listener);
    // Stays: a stream that has been left may still fail, and an error without a listener ends the process.
    this.#subscription.on('error', (error: Error) => this.#ended({ error }));
  }

  /** What has arrived, at most `limit` events. Waits for nothing. */
  take(limit: number): FeedPage {
    const events: StoredEvent[] = [];
    while (events.length < limit) {
      const received = this.#subscription.read() as WireRecord | null;
      if (received === null) break;
      this.#position = later(this.#position, received.place);
      const { event } = received;
      if (event !== undefined && matches(event, this.#filter)) events.push(event);
    }
    // Both come when they pass, which may be before the events ahead of them have been taken.
    const emptied = this.#subscription.readableLength === 0;
    if (emptied && this.#checkpoint !== undefined) this.#position = later(this.#position, positionOf(this.#checkpoint));
    return { events, position: this.#position, caughtUp: emptied && this.#caughtUp };
  }

  /** True once there may be something to take, or it has ended; false when the time is over or the signal aborts. */
  async arrives(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#end !== undefined || this.#subscription.readableLength > 0) return true;
    return new Promise((resolve) => {
      const done = (arrived: boolean) => (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#wake = () => undefined;
        resolve(arrived);
      };
      const abort = done(false);
      const timer = setTimeout(done(false), timeoutMs);
      signal.addEventListener('abort', abort);
      this.#wake = done(true);
      if (signal.aborted) abort();
    });
  }

  /** How it ended, once it has; an `error` where it was not asked to. */
  end(): { readonly error?: Error } | undefined {
    return this.#end;
  }

  close(): void {
    for (const [event, listener] of Object.entries(this.#listeners)) this.#subscription.off(event, listener);
    // What it may still hand out goes nowhere; unread it would be kept.
    this.#subscription.resume();
    this.#subscription.unsubscribe().catch(() => undefined);
  }

  #ended(end: { readonly error?: Error }): void {
    this.#end ??= end;
    this.#wake();
  }
}

/** Types where there are any, for they say more; `matches` does the rest. Never the server's own events. */
function serverFilter({ categories, types }: EventFilter, onCheckpoint: (position: LogPosition) => void) {
  const common = {
    maxSearchWindow: eventsPerCheckpoint,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, position: LogPosition) => onCheckpoint(position),
  };
  if (categories?.length === 0 || types?.length === 0) return eventTypeFilter({ ...common, regex: nothing });
  if (types !== undefined) return eventTypeFilter({ ...common, prefixes: [...types] });
  if (categories === undefined) return excludeSystemEvents(common);
  return streamNameFilter({ ...common, prefixes: categories.map((category) => `${category}-`) });
}

const nothing = '(?!)';
