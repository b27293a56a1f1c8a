import { nextTurn } from '../shared/delay.js';

/**
 * So much is begun in one turn of the event loop: requests wait for no more of it. A contact is 1, and each segment or
 * topic of it {@link effortOfMembership}.
 */
const effortOfTurn = 25;
const effortOfMembership = 1 / 4;
/** A request takes several turns from its arrival to its answer: so many of others come between two of an import. */
const turnsOfOthers = 4;
/** So much waits for its commit: those of others wait behind it. */
const mostUnderWay = 200;

/** What a contact takes that joins so many segments and topics. */
export const effortOfContact = (memberships: number): number => 1 + memberships * effortOfMembership;

/**
 * `work` on the contacts of a chunk, those of a turn together, begun in their order. A turn does not wait for the
 * commits of those before it: some are prepared while others are written. Rejects with what the first of them throws.
 */
export async function contactsInTurns<Item, Result>(
  items: readonly Item[],
  effortOf: (item: Item) => number,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const begun: Promise<readonly Result[]>[] = [];
  const turns = turnsOf(items, effortOf);
  let underWay = 0;
  let oldest = 0;
  for (const turn of turns) {
    for (let others = 0; others < turnsOfOthers; others += 1) await nextTurn();
    for (; underWay > 0 && underWay + turn.effort > mostUnderWay; oldest += 1) {
      await begun[oldest];
      underWay -= turns[oldest]?.effort ?? 0;
    }
    underWay += turn.effort;
    const working = work(turn.items);
    // It is seen at the end, or where the next one waits.
    working.catch(() => undefined);
    begun.push(working);
  }
  return (await Promise.all(begun)).flat();
}

interface Turn<Item> {
  readonly items: Item[];
  effort: number;
}

function turnsOf<Item>(items: readonly Item[], effortOf: (item: Item) => number): readonly Turn<Item>[] {
  const turns: Turn<Item>[] = [];
  for (const item of items) {
    const effort = effortOf(item);
    const turn = turns.at(-1);
    if (turn === undefined || turn.effort + effort > effortOfTurn) turns.push({ items: [item], effort });
    else {
      turn.items.push(item);
      turn.effort += effort;
    }
  }
  return turns;
}
