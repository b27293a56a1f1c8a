interface Waiting<Value> {
  readonly names: readonly string[];
  resolve(found: ReadonlyMap<string, Value>): void;
  reject(error: unknown): void;
}

/**
 * Reads by name: what is asked in one turn of the event loop, and while a round trip is under way, shares the next. An
 * answer is never older than its question, because a round trip takes no question that is asked after it has begun.
 */
export class ReadBatcher<Value> {
  #queue: Waiting<Value>[] = [];
  #running = false;

  /** `read` answers what there is, by name. `mostNames`: of one round trip; a question of more takes several. */
  constructor(
    private readonly read: (names: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
    private readonly mostNames: number,
  ) {}

  /** What there is under these names, and perhaps under others. Rejects as `read` does. */
  ask(names: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ names, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const { batch, names } = this.#take();
      try {
        const found = await this.#readAll([...names]);
        for (const { resolve } of batch) resolve(found);
      } catch (error) {
        // Those behind have waited as long: asking again for each batch would take as long once more for each.
        const failed = [...batch, ...this.#queue];
        this.#queue = [];
        for (const { reject } of failed) reject(error);
      }
    }
    this.#running = false;
  }

  async #readAll(names: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    if (names.length <= this.mostNames) return this.read(names);
    const found = new Map<string, Value>();
    for (let start = 0; start < names.length; start += this.mostNames)
      for (const [name, value] of await this.read(names.slice(start, start + this.mostNames))) found.set(name, value);
    return found;
  }

  #take(): { readonly batch: readonly Waiting<Value>[]; readonly names: ReadonlySet<string> } {
    const names = new Set(this.#queue[0]?.names);
    let taken = 1;
    for (; taken < this.#queue.length; taken += 1) {
      const more = this.#queue[taken]?.names.filter((name) => !names.has(name)) ?? [];
      if (names.size + more.length > this.mostNames) break;
      for (const name of more) names.add(name);
    }
    return { batch: this.#queue.splice(0, taken), names };
  }
}
