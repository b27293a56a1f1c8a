/** At most so many pieces of work at once; the others wait in the order in which they came. */
export class Semaphore {
  private taken = 0;
  private readonly line: (() => void)[] = [];
  private readonly permits: () => number;

  /** @param permits a function where the number changes while work is under way */
  constructor(permits: number | (() => number)) {
    this.permits = typeof permits === 'number' ? () => permits : permits;
  }

  /** No permit is free: the next one has to wait. */
  get isFull(): boolean {
    return this.taken >= this.permits();
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.line.length;
  }

  /** Nothing is under way, and nothing waits. */
  get isIdle(): boolean {
    return this.taken === 0;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) await new Promise<void>((resolve) => this.line.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      this.taken -= 1;
      this.startNext();
    }
  }

  /** Takes the permit for the next one at once: who comes in between cannot have it. */
  private startNext(): void {
    while (!this.isFull) {
      const next = this.line.shift();
      if (next === undefined) return;
      this.taken += 1;
      next();
    }
  }
}

/** A semaphore for each key, kept as long as something holds a permit of it: who waits for a key waits for no other. */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  /** @param permits of each key */
  constructor(private readonly permits: number) {}

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.semaphores.get(key) ?? new Semaphore(this.permits);
    this.semaphores.set(key, own);
    try {
      return await own.run(work);
    } finally {
      if (own.isIdle) this.semaphores.delete(key);
    }
  }
}
