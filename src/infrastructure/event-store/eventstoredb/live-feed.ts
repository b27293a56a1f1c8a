import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  type AllStreamSubscription,
  eventTypeFilter,
  excludeSystemEvents,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { matches } from '../event-ring.js';
import type { Connected, Connection } from './connection.js';
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

export interface FeedOptions {
  /** Those of Posthorn's own streams. */
  readonly categories: ReadonlySet<string>;
  readonly after: Position | undefined;
  readonly filter: EventFilter;
  readonly heldEvents: number;
}

/**
 * One subscription of the server: first what is there, then what comes. It holds so many events, then the server waits.
 * It ends with the connection that it began on: another feed goes on from its position.
 */
export class LiveFeed {
  #subscription: AllStreamSubscription | undefined;
  #leave = (): void => undefined;
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

  constructor(connection: Pick<Connection, 'connected'>, options: FeedOptions) {
    this.#filter = options.filter;
    this.#position = options.after;
    void connection.connected().then(
      (connected) => this.#begin(connected, options),
      (error: Error) => this.#ended({ error }),
    );
  }

  #begin(
    { client, heard, givenUp, holdStream, failed }: Connected,
    { categories, after, filter, heldEvents }: FeedOptions,
  ): void {
    if (this.#end !== undefined) return;
    const subscription = client.subscribeToAll(
      {
        fromPosition: after === undefined ? START : logPositionOf(after),
        requiresLeader: true,
        filter: serverFilter(filter, (reached) => {
          this.#checkpoint = reached;
          heard();
          this.#wake();
        }),
      },
      { highWaterMark: heldEvents },
    );
    this.#subscription = subscription;
    // Protected, and the client makes its own instances. Nothing has come yet.
    Reflect.set(subscription, 'convertGrpcEvent', (message: ReadResp.ReadEvent) => wireRecord(message, categories));
    for (const [event, listener] of Object.entries(this.#listeners)) subscription.on(event, listener);
    subscription.on('readable', heard);
    // Stays: a stream that has been left may still fail, and an error without a listener ends the process.
    subscription.on('error', (error: Error) => {
      this.#ended({ error });
      failed(error);
    });
    const release = holdStream();
    const giveUp = (): void => this.#ended({ error: givenUp.reason as Error });
    givenUp.addEventListener('abort', giveUp);
    this.#leave = () => {
      release();
      givenUp.removeEventListener('abort', giveUp);
      subscription.off('readable', heard);
    };
    if (givenUp.aborted) giveUp();
    this.#wake();
  }

  /** What has arrived, at most `limit` events. Waits for nothing. */
  take(limit: number): FeedPage {
    const events: StoredEvent[] = [];
    while (events.length < limit) {
      const received = this.#subscription?.read() as WireRecord | null | undefined;
      if (received == null) break;
      this.#position = later(this.#position, received.place);
      const { event } = received;
      if (event !== undefined && matches(event, this.#filter)) events.push(event);
    }
    // Both come when they pass, which may be before the events ahead of them have been taken.
    const emptied = this.#subscription?.readableLength === 0;
    if (emptied && this.#checkpoint !== undefined) this.#position = later(this.#position, positionOf(this.#checkpoint));
    return { events, position: this.#position, caughtUp: emptied && this.#caughtUp };
  }

  /** True once there may be something to take, or it has ended; false when the time is over or the signal aborts. */
  async arrives(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#end !== undefined || (this.#subscription?.readableLength ?? 0) > 0) return true;
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
    this.#ended({});
    const subscription = this.#subscription;
    if (subscription === undefined) return;
    for (const [event, listener] of Object.entries(this.#listeners)) subscription.off(event, listener);
    // What it may still hand out goes nowhere; unread it would be kept.
    subscription.resume();
    subscription.unsubscribe().catch(() => undefined);
  }

  #ended(end: { readonly error?: Error }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#leave();
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
