/** So many small pieces of work take less than it costs to wait for a turn. */
const itemsPerTurn = 10;

/**
 * `work` over items, some of them in each turn of the event loop: a request of a hundred large mails delays no other for long. The
 * results are in the items' order; what `work` throws ends it.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[], from: number) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += itemsPerTurn) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(...work(items.slice(from, from + itemsPerTurn), from));
  }
  return results;
}
