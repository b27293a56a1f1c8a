import type { Position } from '../../domain/shared/recorded.js';
import type { AllPage } from '../ports/event-store.js';

/** Length of the texts of kept pages, in characters. */
const mostCharacters = 8 * 1024 * 1024;

interface Read {
  readonly after: Position | undefined;
  readonly page: AllPage;
  readonly characters: number;
}

interface Waiting {
  readonly resolve: (page: AllPage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Pages of the log for endpoints that are behind. After a start many of them go on from about the same place, and a
 * page may cost a quarter of a second, since not every server filters what is read. So pages are read one at a time,
 * first those that most endpoints wait for, and each is given to all whose place it covers, also to those that ask a
 * while later.
 */
export class SharedPages {
  /** In the order in which they were read. */
  #kept: Read[] = [];
  /** In the order in which they were asked for first. */
  readonly #waiting = new Map<Position | undefined, Waiting[]>();
  #isReading = false;

  constructor(private readonly read: (after: Position | undefined) => Promise<AllPage>) {}

  /** What lies behind the position. Rejects as the read does. */
  after(position: Position | undefined): Promise<AllPage> {
    for (const read of this.#kept) {
      const page = partOf(read, position);
      if (page !== undefined) return Promise.resolve(page);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(position, [...(this.#waiting.get(position) ?? []), { resolve, reject }]);
      if (!this.#isReading) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    // Those that begin together ask together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const after = this.#mostWanted();
      try {
        const page = await this.read(after);
        const read = { after, page, characters: charactersOf(page) };
        this.#keep(read);
        for (const position of [...this.#waiting.keys()]) {
          const part = partOf(read, position);
          if (part !== undefined) for (const { resolve } of this.#taken(position)) resolve(part);
        }
      } catch (error) {
        for (const { reject } of this.#taken(after)) reject(error);
      }
    }
    this.#isReading = false;
  }

  /** By most endpoints, and of these the one that was asked for first. */
  #mostWanted(): Position | undefined {
    let [most] = this.#waiting;
    for (const each of this.#waiting) if (each[1].length > (most?.[1].length ?? 0)) most = each;
    return most?.[0];
  }

  #taken(position: Position | undefined): readonly Waiting[] {
    const waiting = this.#waiting.get(position) ?? [];
    this.#waiting.delete(position);
    return waiting;
  }

  #keep(read: Read): void {
    // The last page is not whole.
    if (read.page.atEnd) return;
    this.#kept.push(read);
    let characters = this.#kept.reduce((sum, each) => sum + each.characters, 0);
    while (characters > mostCharacters) characters -= this.#kept.shift()?.characters ?? characters;
  }
}

/** What the page has behind this position; undefined where that lies outside. */
function partOf({ after, page }: Read, position: Position | undefined): AllPage | undefined {
  if (position === after) return page;
  if (position === undefined || page.position === undefined) return undefined;
  if (position < (after ?? '') || position >= page.position) return undefined;
  return { ...page, events: page.events.filter((event) => event.position > position) };
}

function charactersOf({ events }: AllPage): number {
  return events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
}
