import type { AllPage } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { catchUp, type CatchUpOptions } from './catch-up.js';
import type { SharedSubscription } from './shared-subscription.js';
import type { TailInUse } from './tail-in-use.js';

export interface FollowOptions extends CatchUpOptions {
  readonly tails: Pick<TailInUse, 'join'>;
  readonly after: Position | undefined;
}

/**
 * Pages as they come, until the signal aborts: from the tail that all followers share where it holds what comes next,
 * and from a feed of its own as long as this one lies further behind. What ends either of them is thrown.
 */
export async function* followLive(options: FollowOptions): AsyncGenerator<AllPage, void, undefined> {
  const { signal, tails } = options;
  if (signal.aborted) return;
  const { tail, leave } = tails.join();
  try {
    yield* pagesBehind(await tail, options);
  } catch (error) {
    // How the calls under way end no longer matters to a consumer that has left.
    if (!signal.aborted) throw error;
  } finally {
    leave();
  }
}

async function* pagesBehind(
  tail: SharedSubscription,
  options: FollowOptions,
): AsyncGenerator<AllPage, void, undefined> {
  const { signal } = options;
  let { after } = options;
  let atEnd = false;
  while (!signal.aborted) {
    const isShared = tail.holds(after);
    const pages: AsyncGenerator<AllPage, void, undefined> = isShared
      ? pagesOf(tail, options, after, atEnd)
      : catchUp(options, after, (position) => tail.holds(position));
    for await (const page of pages) {
      after = page.position;
      atEnd = page.atEnd;
      yield page;
    }
    const ended = tail.end();
    if (isShared && ended?.error !== undefined) throw ended.error;
    // Behind a tail that is gone the consumer comes again, and joins the next one.
    if (ended !== undefined || (!isShared && !tail.holds(after))) return;
  }
}

/**
 * Until the tail ends, holds no longer what comes next, or the signal aborts. Each page lies behind the one before it.
 */
async function* pagesOf(
  tail: SharedSubscription,
  { filter, pageSize, signal }: FollowOptions,
  after: Position | undefined,
  wasAtEnd: boolean,
): AsyncGenerator<AllPage, void, undefined> {
  let position = after;
  let atEnd = wasAtEnd;
  let hasWaited = false;
  while (!signal.aborted && tail.end() === undefined && tail.holds(position)) {
    const page = tail.page(position, pageSize, filter);
    const isNews = page.events.length > 0 || (hasWaited && page.position !== position);
    // That this is the end may become known only after the last event was given.
    if (isNews || (page.atEnd && !atEnd && page.position !== undefined)) {
      ({ position, atEnd } = page);
      hasWaited = false;
      yield page;
    } else {
      await tail.arrives(position, filter, signal);
      hasWaited = true;
    }
  }
}
