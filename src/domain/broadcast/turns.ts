import { z } from 'zod';
import type { DataOf } from '../shared/event.js';
import { testPart } from './ab-test.js';

/** What puts a member of an audience into a later turn. Without any of it, their email is opened at once. */
export const turnMarks = z.object({
  /** ISO 8601, UTC: not before. */
  opensAt: z.string().optional(),
  /** That moment is by the fallback zone. */
  isFallbackZone: z.literal(true).optional(),
  /** In an A/B test: those in it are opened at once, and the rest once something won. */
  part: testPart.optional(),
});
export type TurnMarks = DataOf<typeof turnMarks>;

/**
 * The name of a turn: `at-once`, the moment when it begins (ISO 8601), or `winner`, for the rest of a test. All members
 * of a turn have their emails opened, over all chunks of the audience, before any of the next turn.
 */
export type Turn = string;
export const atOnce: Turn = 'at-once';

const afterWinner: Turn = 'winner';

export const turnOf = ({ opensAt, part }: TurnMarks): Turn => (part === 'rest' ? afterWinner : (opensAt ?? atOnce));

/** What a turn may wait for, as the broadcast stands. */
export interface TurnFacts {
  /** Absent until something won its test. */
  readonly winner?: object;
}

/** From when the members of a turn may be opened. Milliseconds; infinite while it waits for something to be said. */
export function beginsMs(turn: Turn, { winner }: TurnFacts): number {
  if (turn === afterWinner) return winner === undefined ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return turn === atOnce ? Number.NEGATIVE_INFINITY : Date.parse(turn);
}

export const countedTurn = z.object({ turn: z.string(), members: z.number() });
/** A turn, and how many get an email in it. */
export type CountedTurn = DataOf<typeof countedTurn>;

interface Marked extends TurnMarks {
  readonly skipped?: unknown;
}

/** The numbers of those of a chunk who get an email in a turn, but for those who were skipped when it was frozen. */
export function membersOfTurn(members: readonly Marked[], turn: Turn): readonly number[] {
  return members.flatMap((member, number) => (member.skipped === undefined && turnOf(member) === turn ? [number] : []));
}

/** The turns of some members, in the order in which they are opened. */
export function turnsOf(members: readonly Marked[]): readonly CountedTurn[] {
  const counts = new Map<Turn, number>();
  for (const member of members) {
    if (member.skipped !== undefined) continue;
    const turn = turnOf(member);
    counts.set(turn, (counts.get(turn) ?? 0) + 1);
  }
  return inOrder(counts);
}

/** The turns of two parts of an audience together. */
export function addTurns(some: readonly CountedTurn[], more: readonly CountedTurn[]): readonly CountedTurn[] {
  const counts = new Map(some.map(({ turn, members }) => [turn, members]));
  for (const { turn, members } of more) counts.set(turn, (counts.get(turn) ?? 0) + members);
  return inOrder(counts);
}

/** Moments in their order, after what is opened at once; what waits for a winner is last. */
function inOrder(counts: ReadonlyMap<Turn, number>): readonly CountedTurn[] {
  const rank = (turn: Turn): string => (turn === atOnce ? '' : turn);
  return [...counts]
    .map(([turn, members]) => ({ turn, members }))
    .sort((one, other) => (rank(one.turn) < rank(other.turn) ? -1 : 1));
}

/** True where all are opened at once: nothing more is written of the turns then. */
export const isOneTurn = (turns: readonly CountedTurn[]): boolean => turns.every(({ turn }) => turn === atOnce);
