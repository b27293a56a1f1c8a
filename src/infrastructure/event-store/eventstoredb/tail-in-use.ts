import type { SharedSubscription } from './shared-subscription.js';

export interface TailUse {
  /** Rejects where the log cannot be read. */
  readonly tail: Promise<SharedSubscription>;
  /** To be called once. */
  readonly leave: () => void;
}

interface Use {
  readonly tail: Promise<SharedSubscription>;
  opened?: SharedSubscription;
  followers: number;
}

/**
 * One tail for all who follow at a time: opened for the first, closed behind the last, and a new one once it has ended.
 */
export class TailInUse {
  #current: Use | undefined;

  constructor(private readonly open: () => Promise<SharedSubscription>) {}

  /** The one that is followed, once it is open. */
  get opened(): SharedSubscription | undefined {
    return this.#current?.opened;
  }

  join(): TailUse {
    const known = this.#current;
    const use = known === undefined || known.opened?.end() !== undefined ? this.#begin() : known;
    use.followers += 1;
    return { tail: use.tail, leave: () => this.#leave(use) };
  }

  #begin(): Use {
    const use: Use = { tail: this.open(), followers: 0 };
    this.#current = use;
    use.tail.then(
      (tail) => {
        use.opened = tail;
      },
      () => this.#forget(use),
    );
    return use;
  }

  #leave(use: Use): void {
    use.followers -= 1;
    if (use.followers > 0) return;
    this.#forget(use);
    use.tail.then(
      (tail) => tail.close(),
      () => undefined,
    );
  }

  #forget(use: Use): void {
    if (this.#current === use) this.#current = undefined;
  }
}
