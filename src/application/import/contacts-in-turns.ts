/** So many are begun in one turn of the event loop: requests wait for no more of them. */
const contactsOfTurn = 50;

/**
 * `work` on each contact of a chunk, begun in their order. A turn does not wait for the commits of those before it:
 * some are prepared while others are written. Rejects with what the first of them throws.
 */
export function contactsInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  let turn = Promise.resolve();
  return Promise.all(
    items.map(async (item, index) => {
      if (index % contactsOfTurn === 0) turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
      await turn;
      return work(item);
    }),
  );
}
