import type { EventStore } from '../../application/ports/event-store.js';

/** How long appends wait for their results. */
export class WaitingAppends {
  readonly #begun = new Set<{ readonly atMs: number }>();
  /** When the first of those without a result began that ended so since the last one with a result. */
  #failingSinceMs: number | null = null;

  constructor(private readonly monotonicMs: () => number) {}

  /** The same append. */
  around(append: EventStore['append']): EventStore['append'] {
    return async (writes) => {
      const begun = { atMs: this.monotonicMs() };
      this.#begun.add(begun);
      try {
        const appended = await append(writes);
        if (appended.result === 'unknown') this.#failingSinceMs ??= begun.atMs;
        else this.#failingSinceMs = null;
        return appended;
      } finally {
        this.#begun.delete(begun);
      }
    };
  }

  /** How long the oldest that has no result yet waits, or since when none had one. */
  longestMs(): number {
    const [oldest] = this.#begun;
    const sinceMs = Math.min(oldest?.atMs ?? Infinity, this.#failingSinceMs ?? Infinity);
    return sinceMs === Infinity ? 0 : this.monotonicMs() - sinceMs;
  }
}
