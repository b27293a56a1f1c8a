/** At most so many at once; the others wait in the order in which they came. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      // The slot goes to the next one as it is.
      const next = this.waiting.shift();
      if (next === undefined) this.taken -= 1;
      else next();
    }
  }
}
