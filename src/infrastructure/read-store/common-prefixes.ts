import type { DocumentShape, ListQuery } from '../../application/ports/read-store.js';
import { BoundedMap } from '../../application/shared/bounded-map.js';
import { storedName } from './document-shape.js';

/** So many are looked up and looked at one by one in a few hundredths of a second. */
export const fewDocuments = 5_000;

const keptMs = 60_000;
const mostKept = 1_000;

/**
 * Which prefixes many documents have a token with: a walk in many steps counts them once. One that has become rare
 * since is walked to for a minute, which costs time and finds the same.
 */
export class CommonPrefixes {
  private readonly knownSinceMs = new BoundedMap<string, number>(mostKept);

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /**
   * The prefix that the fewest documents have a token with. `countUpTo` need not count further than the number it is
   * given. Undefined when all of them are common, and the list has to be walked.
   */
  async rarestOf(
    shape: DocumentShape,
    query: ListQuery,
    few: number,
    countUpTo: (prefix: string, most: number) => number | Promise<number>,
  ): Promise<string | undefined> {
    let rarest: string | undefined;
    let fewest = few;
    for (const prefix of query.prefixes ?? []) {
      const key = JSON.stringify([storedName(shape), query.equals[shape.search?.within ?? ''], prefix]);
      if (this.isCommon(key)) continue;
      const count = await countUpTo(prefix, fewest);
      if (count >= few) this.note(key);
      if (count >= fewest) continue;
      rarest = prefix;
      fewest = count;
      // Rarer is none.
      if (count === 0) return rarest;
    }
    return rarest;
  }

  private isCommon(key: string): boolean {
    const since = this.knownSinceMs.get(key);
    if (since === undefined) return false;
    if (this.monotonicMs() - since < keptMs) return true;
    this.knownSinceMs.delete(key);
    return false;
  }

  private note(key: string): void {
    this.knownSinceMs.set(key, this.monotonicMs());
  }
}
