import { isJudged } from '../../../domain/template/check/client-rules.js';
import type { ReadContent, Spot, Use } from '../../../domain/template/check/read-content.js';

const mostBroken = 100;

/** What a content uses of what the rules know, each at its first place. */
export class Uses {
  readonly #found = new Map<string, Use>();
  readonly #broken: ReadContent['brokenCss'][number][] = [];

  note(key: string, spot: Spot): void {
    if (!isJudged(key)) return;
    const before = this.#found.get(key);
    this.#found.set(key, before === undefined ? { key, count: 1, spot } : { ...before, count: before.count + 1 });
  }

  broken(message: string, spot: Spot): void {
    if (this.#broken.length < mostBroken) this.#broken.push({ message, spot });
  }

  get found(): readonly Use[] {
    return [...this.#found.values()];
  }

  get brokenCss(): ReadContent['brokenCss'] {
    return this.#broken;
  }
}
