/**
 * So much is begun in one turn of the event loop: requests wait for no more of it. A contact is 1, and each segment or
 * topic of it {@link effortOfMembership}.
 */
const effortOfTurn = 50;
const effortOfMembership = 1 / 4;
/** So much waits for its commit: those of others wait behind it. */
const mostUnderWay = 1_000;

/** What a contact takes that joins so many segments and topics. */
export const effortOfContact = (memberships: number): number => 1 + memberships * effortOfMembership;

/**
 * `work` on each contact of a chunk, begun in their order. A turn does not wait for the commits of those before it:
 * some are prepared while others are written. Rejects with what the first of them throws.
 */
export async function contactsInTurns<Item, Result>(
  items: readonly Item[],
  effortOf: (item: Item) => number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  let ofTurn = effortOfTurn;
  let underWay = 0;
  for (const item of items) {
    const effort = effortOf(item);
    if (ofTurn + effort > effortOfTurn) {
      await new Promise((resolve) => setImmediate(resolve));
      ofTurn = 0;
    }
    if (underWay + effort > mostUnderWay) {
      await Promise.all(begun);
      underWay = 0;
    }
    ofTurn += effort;
    underWay += effort;
    const working = work(item);
    // It is seen at the end, or where the next one waits.
    working.catch(() => undefined);
    begun.push(working);
  }
  return Promise.all(begun);
}
