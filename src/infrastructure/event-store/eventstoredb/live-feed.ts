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
import { later, type LogPosition, logPositionOf, positionOf } from './log-position.js';
import { fromWire, matches, placeOf } from './wire-event.js';

/** The server tells where it is after considering so many events, however few of them match. */
const eventsPerCheckpoint = 500;

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been considered; undefined where that is not known yet. */
  readonly position: Position | undefined;
  /** The server has nothing more that matches, and all of it has been taken. */
  readonly caughtUp: boolean;
}

/** One subscription of the server: first what is there, then what comes. It holds so many events, then the server waits. */
export interface LiveFeed {
  /** What has arrived, at most `limit` events. Waits for nothing. */
  take(limit: number): FeedPage;
  /** True once there may be something to take, or it has ended; false when the time is over or the signal aborts. */
  arrives(timeoutMs: number, signal: AbortSignal): Promise<boolean>;
  /** How it ended, once it has; an `error` where it was not asked to. */
  end(): { readonly error?: Error } | undefined;
  close(): void;
}

export function openLiveFeed(
  client: EventStoreDBClient,
  options: { readonly after: Position | undefined; readonly filter: EventFilter; readonly heldEvents: number },
): LiveFeed {
  const { after, filter, heldEvents } = options;
  let position = after;
  let checkpoint: LogPosition | undefined;
  let caughtUp = false;
  let end: { readonly error?: Error } | undefined;
  let wake = (): void => undefined;

  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : logPositionOf(after),
      requiresLeader: true,
      filter: serverFilter(filter, (reached) => {
        checkpoint = reached;
        wake();
      }),
    },
    { highWaterMark: heldEvents },
  );
  const onReadable = (): void => wake();
  const onCaughtUp = (): void => {
    caughtUp = true;
    wake();
  };
  const onFellBehind = (): void => {
    caughtUp = false;
  };
  const onEnd = (): void => {
    end ??= {};
    wake();
  };
  subscription.on('readable', onReadable);
  subscription.on('caughtUp', onCaughtUp);
  subscription.on('fellBehind', onFellBehind);
  subscription.on('end', onEnd);
  subscription.on('close', onEnd);
  // Stays: a stream that has been left may still fail, and an error that nobody hears ends the process.
  subscription.on('error', (error: Error) => {
    end ??= { error };
    wake();
  });

  return {
    take(limit) {
      const events: StoredEvent[] = [];
      while (events.length < limit) {
        const received = subscription.read() as Parameters<typeof fromWire>[0] | null;
        if (received === null) break;
        position = later(position, placeOf(received));
        const event = fromWire(received);
        if (event !== undefined && matches(event, filter)) events.push(event);
      }
      // Both are told when they pass, which may be before the events ahead of them have been taken.
      const emptied = subscription.readableLength === 0;
      if (emptied && checkpoint !== undefined) position = later(position, positionOf(checkpoint));
      return { events, position, caughtUp: emptied && caughtUp };
    },
    async arrives(timeoutMs, signal) {
      if (end !== undefined || subscription.readableLength > 0) return true;
      return new Promise((resolve) => {
        const done = (arrived: boolean) => (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          wake = () => undefined;
          resolve(arrived);
        };
        const abort = done(false);
        const timer = setTimeout(done(false), timeoutMs);
        signal.addEventListener('abort', abort);
        wake = done(true);
        if (signal.aborted) abort();
      });
    },
    end: () => end,
    close() {
      detach(subscription, {
        readable: onReadable,
        caughtUp: onCaughtUp,
        fellBehind: onFellBehind,
        end: onEnd,
        close: onEnd,
      });
    },
  };
}

/** What it may still hand out goes nowhere; unread it would be kept. */
function detach(subscription: AllStreamSubscription, listeners: Readonly<Record<string, () => void>>): void {
  for (const [event, listener] of Object.entries(listeners)) subscription.off(event, listener);
  subscription.resume();
  subscription.unsubscribe().catch(() => undefined);
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
