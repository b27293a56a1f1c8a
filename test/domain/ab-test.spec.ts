import { drawParts, isTie, winnerBeing } from '../../src/domain/broadcast/ab-test.js';

const ids = (count: number) => Array.from({ length: count }, (_, number) => `contact-${number}`);
const reversed = (id: string): string => [...id].reverse().join('');

describe('the draw of a test', () => {
  it('puts the share of an audience into A and B alike, and the same people again', () => {
    for (const [count, share, a, b] of [
      [1_000, 20, 100, 100],
      [1_000, 100, 500, 500],
      [15, 20, 2, 1],
      [4, 10, 1, 1],
      [1, 10, 1, 0],
      [0, 10, 0, 0],
    ] as const) {
      const drawn = drawParts(ids(count), share, reversed);
      const parts = [...drawn.values()];
      expect([count, parts.filter((part) => part === 'a').length, parts.filter((part) => part === 'b').length]).toEqual(
        [count, a, b],
      );
      expect(drawParts(ids(count).toReversed(), share, reversed)).toEqual(drawn);
    }
  });
});

describe('what wins a test', () => {
  const figures = (a: readonly number[], b: readonly number[]) => {
    const [one, other] = [a, b].map(([delivered = 0, opened = 0, clicked = 0]) => ({ delivered, opened, clicked }));
    return { a: one, b: other } as never;
  };

  it('is the larger share of those delivered, by what the rule counts', () => {
    expect(winnerBeing('opens', figures([100, 30, 9], [90, 28, 1]))).toBe('b');
    expect(winnerBeing('opens', figures([100, 30, 9], [100, 29, 1]))).toBe('a');
    expect(winnerBeing('clicks', figures([100, 30, 1], [100, 2, 2]))).toBe('b');
  });

  it('is A where neither is ahead, or nothing was counted', () => {
    for (const tied of [figures([100, 30], [50, 15]), figures([0, 0], [0, 0]), figures([10, 0], [9, 0])]) {
      expect([winnerBeing('opens', tied), isTie('opens', tied)]).toEqual(['a', true]);
    }
    expect(isTie('opens', figures([10, 1], [9, 1]))).toBe(false);
  });
});
