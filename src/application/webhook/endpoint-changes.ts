import { idOf } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { EventStore } from '../ports/event-store.js';
import { followLog } from '../shared/follow-log.js';

/** A change is to take effect at once, and not every commit is to wake this follower. */
const pauseMs = 10;

/** Called for each page of the log: what has changed, and up to where that is all. */
type Listener = (webhookIds: ReadonlySet<string>, position: Position | undefined) => void;

/** Which endpoints people have changed, from one follower of the log for all partitions of this process. */
export class EndpointChanges {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly store: Pick<EventStore, 'subscribe'>) {}

  follow(after: Position | undefined, signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
    return followLog(this.store, {
      filter: { categories: ['webhook'] },
      after,
      signal,
      pauseMs,
      onPage: ({ events, position }) => {
        const changed = new Set(events.map(({ stream }) => idOf(stream)));
        for (const listener of this.listeners) listener(changed, position);
      },
      onFailure,
    });
  }

  /** Until the signal aborts. Hears of every change that is written from now on, and perhaps of some before. */
  listen(listener: Listener, signal: AbortSignal): void {
    this.listeners.add(listener);
    signal.addEventListener('abort', () => this.listeners.delete(listener), { once: true });
  }
}
