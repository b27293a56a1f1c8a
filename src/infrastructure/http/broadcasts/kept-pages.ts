interface KeptPage {
  readonly revision: string;
  readonly text: string;
}

/** All pages together: about 32 MB, and more than most installations publish. */
const mostCharacters = 16_000_000;

/** Pages that were made, by their token, until they are other or others were asked for more lately. */
export class KeptPages {
  readonly #kept = new Map<string, KeptPage>();
  readonly #made = new Map<string, Promise<KeptPage>>();
  #characters = 0;

  constructor(private readonly most = mostCharacters) {}

  get(token: string): KeptPage | undefined {
    const page = this.#kept.get(token);
    if (page === undefined) return undefined;
    // The last in the map was asked for last.
    this.#kept.delete(token);
    this.#kept.set(token, page);
    return page;
  }

  delete(token: string): void {
    this.#characters -= this.#kept.get(token)?.text.length ?? 0;
    this.#kept.delete(token);
  }

  /** Once, for all who ask for the same while it is made. One that is not whole is not kept. */
  async make(
    token: string,
    revision: string,
    make: () => Promise<{ readonly text: string; readonly isWhole: boolean }>,
  ): Promise<string> {
    const key = JSON.stringify([token, revision]);
    const made = this.#made.get(key) ?? this.#making(token, revision, make);
    this.#made.set(key, made);
    try {
      return (await made).text;
    } finally {
      this.#made.delete(key);
    }
  }

  async #making(
    token: string,
    revision: string,
    make: () => Promise<{ readonly text: string; readonly isWhole: boolean }>,
  ): Promise<KeptPage> {
    const { text, isWhole } = await make();
    const page = { revision, text };
    if (!isWhole || text.length > this.most / 4) return page;
    this.delete(token);
    this.#kept.set(token, page);
    this.#characters += text.length;
    for (const [oldest] of this.#kept) {
      if (this.#characters <= this.most) break;
      this.delete(oldest);
    }
    return page;
  }
}
