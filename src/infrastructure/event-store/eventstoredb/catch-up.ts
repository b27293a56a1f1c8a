import type { AllPage, EventFilter } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { DeadlineError } from './deadline.js';
import { refusalOf } from './errors.js';
import { ConnectionGivenUp } from './log-away.js';
import { later } from './log-position.js';
import type { LogReads } from './log-reads.js';
import type { Feed } from './shared-subscription.js';

export interface CatchUpOptions {
  /** Opens a feed of what the filter lets through behind a position. */
  readonly openFeed: (after: Position | undefined) => Feed;
  readonly reads: Pick<LogReads, 'page'>;
  /** Head of the log, shared by all that catch up; may be older by a moment. */
  readonly recentHead: () => Promise<Position | undefined>;
  readonly filter: EventFilter;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** How long nothing may match before we look whether the log has gone on. */
  readonly lookAheadMs: number;
  /** A feed that has not caught up and says nothing for so long is given up. */
  readonly silenceMs: number;
  readonly onDropped: () => void;
}

/**
 * Pages of a feed of the follower's own, until it has come far enough or the signal aborts. A feed that the server
 * drops, or whose connection is given up, is opened again at once from what was given last; whatever else ends one is
 * thrown.
 */
export async function* catchUp(
  options: CatchUpOptions,
  after: Position | undefined,
  isFarEnough: (position: Position | undefined) => boolean,
): AsyncGenerator<AllPage, void, undefined> {
  const { signal, onDropped } = options;
  let position = after;
  while (!signal.aborted) {
    try {
      for await (const page of followOnce(options, position)) {
        position = page.position;
        yield page;
        if (isFarEnough(position)) return;
      }
      return;
    } catch (error) {
      const isDropped = refusalOf(error) === 'dropped';
      if (signal.aborted || !(isDropped || error instanceof ConnectionGivenUp)) throw error;
      if (isDropped) onDropped();
    }
  }
}

/** One feed, until it ends or the signal aborts. Throws what it ends with. */
async function* followOnce(
  options: CatchUpOptions,
  after: Position | undefined,
): AsyncGenerator<AllPage, void, undefined> {
  // Asked before the feed opens: once that has caught up, everything up to here has been considered.
  const head = await options.recentHead();
  const feed = options.openFeed(after);
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
  feed: Feed,
  options: CatchUpOptions,
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
async function lookAhead(options: CatchUpOptions, position: Position | undefined): Promise<AllPage | undefined> {
  const { reads, recentHead, pageSize, filter } = options;
  const head = await recentHead();
  if ((head ?? '') <= (position ?? '')) return undefined;
  const page = await reads.page(position, pageSize, filter);
  return page.position === position ? undefined : page;
}
