import type { AppendResult, EventStore } from '../../application/ports/event-store.js';

/** Functions, not methods: they are called without their store. */
interface Appends {
  readonly append: (...given: Parameters<EventStore['append']>) => ReturnType<EventStore['append']>;
  readonly appendEach: (...given: Parameters<EventStore['appendEach']>) => ReturnType<EventStore['appendEach']>;
}

/** How long appends wait for their results. */
export class WaitingAppends {
  readonly #begun = new Set<{ readonly atMs: number }>();
  /** When the first of those without a result began that ended so since the last one with a result. */
  #failingSinceMs: number | null = null;

  constructor(private readonly monotonicMs: () => number) {}

  /** The same appends. */
  around({ append, appendEach }: Appends): Appends {
    return {
      append: (writes) => this.#watch(() => append(writes), isUnknown),
      appendEach: (appends) =>
        this.#watch(
          () => appendEach(appends),
          (appended) => appended.every(isUnknown),
        ),
    };
  }

  async #watch<Appended>(work: () => Promise<Appended>, hasFailed: (appended: Appended) => boolean): Promise<Appended> {
    const begun = { atMs: this.monotonicMs() };
    this.#begun.add(begun);
    try {
      const appended = await work();
      if (hasFailed(appended)) this.#failingSinceMs ??= begun.atMs;
      else this.#failingSinceMs = null;
      return appended;
    } finally {
      this.#begun.delete(begun);
    }
  }

  /** How long the oldest that has no result yet waits, or since when none had one. */
  longestMs(): number {
    const [oldest] = this.#begun;
    const sinceMs = Math.min(oldest?.atMs ?? Infinity, this.#failingSinceMs ?? Infinity);
    return sinceMs === Infinity ? 0 : this.monotonicMs() - sinceMs;
  }
}

const isUnknown = ({ result }: AppendResult): boolean => result === 'unknown';
