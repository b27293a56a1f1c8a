import type { EventStoreDBClient } from '@eventstore/db-client';
import type { AllPage, EventFilter } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { DeadlineError } from './deadline.js';
import { refusalOf } from './errors.js';
import { LiveFeed } from './live-feed.js';
import { later } from './log-position.js';
import type { LogReads } from './log-reads.js';

export interface FollowOptions {
  readonly client: EventStoreDBClient;
  readonly reads: Pick<LogReads, 'page' | 'head'>;
  /** As `reads.head`, but may be older by a moment: shared by all that wait. */
  readonly recentHead: () => Promise<Position | undefined>;
  readonly after: Position | undefined;
  readonly filter: EventFilter;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** How long nothing may match before we look whether the log has gone on. */
  readonly lookAheadMs: number;
  /** A subscription that has not caught up and says nothing for so long is given up. */
  readonly silenceMs: number;
  readonly onDropped: () => void;
}

/**
 * Pages as they come, until the signal aborts. A subscription that the server drops is opened again at once from what
 * was given last; whatever else ends one is thrown.
 */
export async function* followLive(options: FollowOptions): AsyncGenerator<AllPage, void, undefined> {
  const { signal, onDropped } = options;
  let position = options.after;
  while (!signal.aborted) {
    try {
      for await (const page of followOnce(options, position)) {
        position = page.position;
        yield page;
      }
      return;
    } catch (error) {
      // How the calls under way end no longer matters to a consumer that has left.
      if (signal.aborted) return;
      if (refusalOf(error) !== 'dropped') throw error;
      onDropped();
    }
  }
}

/** One subscription, until it ends or the signal aborts. Throws what it ends with. */
async function* followOnce(
  options: FollowOptions,
  after: Position | undefined,
): AsyncGenerator<AllPage, void, undefined> {
  const { client, reads, filter, pageSize } = options;
  // Asked before the feed opens: once that has caught up, everything up to here has been considered.
  const head = await reads.head();
  const feed = new LiveFeed(client, { after, filter, heldEvents: pageSize });
  try {
    yield* pagesOf(feed, options, after, head);
    const error = feed.end()?.error;
    if (error !== undefined) throw error;
  } finally {
    feed.close();
  }
}

/** Until the feed ends or the signal aborts. Each page lies behind the one before it. */
async function* pagesOf(
  feed: LiveFeed,
  options: FollowOptions,
  after: Position | undefined,
  head: Position | undefined,
): AsyncGenerator<AllPage, void, undefined> {
  const { pageSize, signal, lookAheadMs, silenceMs } = options;
  let position = after;
  let atEnd = false;
  let silentMs = 0;
  while (!signal.aborted && feed.end()?.error === undefined) {
    const { caughtUp, ...taken } = feed.take(pageSize);
    // What looking ahead has given already comes again.
    const events = taken.events.filter((event) => event.position > (position ?? ''));
    const reached = later(position, later(taken.position, caughtUp ? head : undefined));
    // That this is the end may become known only after the last event was given.
    if (reached !== position || (caughtUp && !atEnd && position !== undefined)) {
      position = reached;
      atEnd = caughtUp;
      yield { events, position, atEnd };
      silentMs = 0;
      continue;
    }
    if (feed.end() !== undefined) return;
    if (await feed.arrives(lookAheadMs, signal)) {
      silentMs = 0;
      continue;
    }
    silentMs += lookAheadMs;
    // One that has caught up has nothing to say where nothing matches; before, it says at least how far it is.
    if (!caughtUp && !signal.aborted && silentMs >= silenceMs) throw new DeadlineError(silenceMs);
    const ahead = caughtUp && !signal.aborted ? await lookAhead(options, position) : undefined;
    if (ahead === undefined) continue;
    ({ position, atEnd } = ahead);
    yield ahead;
  }
}

/**
 * A feed that nothing matches says only now and then how far the log has gone on. Reading on is as good: what it finds
 * is given here and passed over when the feed brings it.
 */
async function lookAhead(options: FollowOptions, position: Position | undefined): Promise<AllPage | undefined> {
  const { reads, recentHead, pageSize, filter } = options;
  const head = await recentHead();
  if ((head ?? '') <= (position ?? '')) return undefined;
  const page = await reads.page(position, pageSize, filter);
  return page.position === position ? undefined : page;
}
