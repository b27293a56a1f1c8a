import { mayTry, oneMoreTry, type Tries } from '../../src/domain/shared/tries.js';

/** Processes that begin one after the other, each where the one before it ended. */
const begunAt = (...places: readonly string[]): Tries | undefined => {
  let tries: Tries | undefined;
  for (const at of places) tries = oneMoreTry(tries, at);
  return tries;
};

describe('work that ends the process', () => {
  it.each([
    ['is begun', [], 'a', true],
    ['is begun a second time', ['a'], 'a', true],
    ['is not begun a third time', ['a', 'a'], 'a', false],
    ['counts where the process came to, not where it began', ['a', 'b'], 'b', false],
    ['is begun where each process came further', ['a', 'b', 'c', 'd'], 'e', true],
  ])('%s', (_, places, at, may) => {
    expect(mayTry(begunAt(...places), at)).toBe(may);
  });
});
