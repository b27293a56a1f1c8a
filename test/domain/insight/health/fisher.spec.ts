import { describe, expect, it } from '@jest/globals';
import { greaterShareByChance } from '../../../../src/domain/insight/health/fisher.js';

describe('how likely chance alone gives a greater share', () => {
  // Fisher's tea, and the documented examples of R and SciPy, one-sided.
  it.each([
    [3, 4, 1, 4, 0.242857142857],
    [8, 9, 2, 7, 0.0244755244755],
    [10, 13, 2, 17, 0.00046518091],
    [6, 18, 12, 24, 0.919212743767],
  ])('%d of %d beside %d of %d', (count, of, otherCount, otherOf, probability) => {
    const found = greaterShareByChance({ count, of }, { count: otherCount, of: otherOf });
    expect(found).toBeCloseTo(probability, 8);
  });

  it('is certain where there is nothing to count, and stays so for many', () => {
    expect(greaterShareByChance({ count: 0, of: 1_000_000 }, { count: 0, of: 1_000_000 })).toBe(1);
    const half = greaterShareByChance({ count: 500_000, of: 1_000_000 }, { count: 500_000, of: 1_000_000 });
    expect(half).toBeCloseTo(0.5005642, 5);
  });
});
