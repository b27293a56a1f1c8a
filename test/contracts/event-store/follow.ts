import { setTimeout as after } from 'node:timers/promises';
import type { AllPage, EventFilter, EventStore, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';

/** What a subscriber has seen so far. */
export interface Follower {
  readonly pages: AllPage[];
  readonly events: StoredEvent[];
  types(): string[];
  /** Fails when the subscription ends first, or after a minute. */
  until(reached: (seen: Follower) => boolean): Promise<void>;
  /** Aborts, and waits for the end. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

export function follow(
  store: EventStore,
  options: { after?: Position; filter?: EventFilter; pageSize?: number; signal?: AbortSignal },
): Follower {
  const controller = new AbortController();
  let changed = (): void => undefined;
  let running = true;
  const consume = async (): Promise<void> => {
    try {
      for await (const page of store.subscribe({ signal: controller.signal, ...options })) {
        follower.pages.push(page);
        follower.events.push(...page.events);
        changed();
      }
    } finally {
      running = false;
      changed();
    }
  };
  const follower: Follower = {
    pages: [],
    events: [],
    types: () => follower.events.map(({ type }) => type),
    async until(reached) {
      const deadline = AbortSignal.timeout(60_000);
      while (!reached(follower)) {
        if (!running || deadline.aborted) throw new Error(`not reached; seen: ${follower.types().join(', ')}`);
        const timer = new AbortController();
        const change = new Promise<void>((done) => {
          changed = done;
        });
        await Promise.race([change, after(1000, undefined, { signal: timer.signal }).catch(() => undefined)]);
        timer.abort();
      }
    },
    async stop() {
      controller.abort();
      await follower.ended;
    },
    ended: Promise.resolve(),
  };
  return Object.assign(follower, { ended: consume() });
}
