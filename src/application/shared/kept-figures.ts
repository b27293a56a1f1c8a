import { BoundedMap } from './bounded-map.js';
import type { Ports } from './ports.js';

const mostKept = 20_000;
/** A figure is kept for so many times as long as counting it took: pages that ask cost a part of one core at most. */
const timesKept = 100;
const leastKeptMs = 1_000;
/** What one answer may count; one figure is counted in any case. */
const budgetMs = 40;

interface Kept<Figure> {
  readonly figure: Figure;
  readonly untilMs: number;
}

export type FigurePorts = Pick<Ports, 'readStore' | 'clock'>;

export interface CountedFigures<Figure> {
  /** By key, in the order in which they were asked for. */
  readonly figures: ReadonlyMap<string, Figure>;
  /** The rest was not counted: ask again for it. */
  readonly hasMore: boolean;
}

/**
 * Answers the figure of each key, as it was moments ago, as far as one answer may count. There is one for each kind of
 * figure.
 */
export function keptFigures<Figure>() {
  /** By the read store that they were counted in. */
  const keptBy = new WeakMap<object, BoundedMap<string, Kept<Figure>>>();
  return async (
    { readStore, clock }: FigurePorts,
    keys: readonly string[],
    count: (key: string) => Promise<Figure>,
  ): Promise<CountedFigures<Figure>> => {
    const kept = keptBy.get(readStore) ?? new BoundedMap<string, Kept<Figure>>(mostKept);
    keptBy.set(readStore, kept);
    const figures = new Map<string, Figure>();
    const fromMs = clock.monotonicMs();
    for (const key of keys) {
      const known = kept.get(key);
      const nowMs = clock.monotonicMs();
      if (known !== undefined && known.untilMs > nowMs) {
        figures.set(key, known.figure);
        continue;
      }
      if (figures.size > 0 && nowMs - fromMs > budgetMs) return { figures, hasMore: true };
      const figure = await count(key);
      const endMs = clock.monotonicMs();
      kept.set(key, { figure, untilMs: endMs + Math.max(leastKeptMs, (endMs - nowMs) * timesKept) });
      figures.set(key, figure);
    }
    return { figures, hasMore: false };
  };
}
