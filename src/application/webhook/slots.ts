/** At most so many at once; the others wait in the order in which they came. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  /** `most` may change while work is under way. */
  constructor(private readonly most: () => number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= this.most()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      this.taken -= 1;
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.taken < this.most()) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.taken += 1;
      next();
    }
  }
}
