import { nextTurn } from './delay.js';

/** About a millisecond: less costs more than it costs to wait for a turn, and more delays the requests that wait. */
export const wholeTurn = 64 * 1024;

/**
 * `work` over items in order, so much of it in each turn of the event loop: a request of a hundred large mails delays
 * no other for long. `effortOf` says what one item takes, in characters that are written, sealed and hashed. What
 * `work` throws ends it.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  effortOf: (item: Item, index: number) => number,
  work: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let done = 0;
  for (const [index, item] of items.entries()) {
    const effort = effortOf(item, index);
    if (done > 0 && done + effort > wholeTurn) {
      await nextTurn();
      done = 0;
    }
    done += effort;
    results.push(await work(item, index));
  }
  return results;
}
