import type { Position } from '../../domain/shared/recorded.js';
import type { AllPage, EventFilter, EventStore } from '../ports/event-store.js';
import { delay } from './delay.js';

const resumeAfterMs = 500;

/** For caches that must see others' writes within a second: every commit wakes a follower that never pauses. */
export const cachePauseMs = 100;

export interface FollowOptions {
  readonly filter: EventFilter;
  /** Exclusive; undefined: from the first event. */
  readonly after: Position | undefined;
  readonly signal: AbortSignal;
  /** Left between two pages once caught up: fewer and larger pages. Default 0. */
  readonly pauseMs?: number;
  readonly onPage: (page: AllPage) => void;
  /** The next page is read once it resolves. */
  readonly room?: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Follows the log until the signal aborts. A subscription may end at any time: it goes on from what was taken in. */
export async function followLog(store: Pick<EventStore, 'subscribe'>, options: FollowOptions): Promise<void> {
  const { filter, signal, onPage, room, onFailure, pauseMs = 0 } = options;
  let { after } = options;
  while (!signal.aborted) {
    let begun = after;
    try {
      for await (const page of store.subscribe({ filter, signal, ...(after === undefined ? {} : { after }) })) {
        onPage(page);
        after = page.position ?? after;
        await room?.();
        if (page.atEnd && pauseMs > 0) await delay(pauseMs, signal);
      }
    } catch (error) {
      onFailure(error);
      begun = after;
    }
    // At once where something came; a subscription that ends over and over must not take the whole process.
    if (begun === after) await delay(resumeAfterMs, signal);
  }
}
