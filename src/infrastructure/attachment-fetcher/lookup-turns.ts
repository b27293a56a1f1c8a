const maxAtOnce = 8;

/** So many look-ups of one owner's teams at once: names that hang keep the owner's own waiting, and no others. */
export class LookupTurns {
  readonly #owners = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  async take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#owners.get(owner) ?? { running: 0, waiting: [] };
    this.#owners.set(owner, turns);
    if (turns.running >= maxAtOnce) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else turns.running += 1;
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      // The turn passes on.
      if (next !== undefined) next();
      else {
        turns.running -= 1;
        if (turns.running === 0) this.#owners.delete(owner);
      }
    }
  }
}
