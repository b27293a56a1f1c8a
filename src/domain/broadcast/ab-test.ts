import { z } from 'zod';
import { bodyReference } from '../shared/accepted-email.js';
import type { DataOf } from '../shared/event.js';

/** A is the broadcast itself. */
const variant = z.enum(['a', 'b']);
export type Variant = z.output<typeof variant>;
/** The part of the audience that somebody is in: one of the test, or those who get what won. */
export const testPart = z.enum(['a', 'b', 'rest']);
export type TestPart = z.output<typeof testPart>;

export const winnerBy = z.enum(['opens', 'clicks', 'manual']);
/** What the rule compares: shares of people, not of machines. `manual`: a person chooses. */
export type WinnerBy = z.output<typeof winnerBy>;

export const abTest = z.object({
  /** All that variant B says, also what it has from A, under the broadcast's key. */
  content: bodyReference,
  /** Percent of those who get the broadcast, A and B together. */
  share: z.number(),
  winnerBy,
  /** Hours from the last email of the test until the rule judges; without meaning where a person chooses. */
  hours: z.number(),
});
/** A second content, tried on a share of the audience. */
export type AbTest = DataOf<typeof abTest>;

/** In percent: below it there is hardly anything to compare, and at 100 there is no rest. */
export const [leastShare, wholeShare] = [10, 100];
export const mostHours = 72;
export const usualTest = { share: 20, winnerBy: 'opens', hours: 4 } as const;

const variantFigures = z.object({ delivered: z.number(), opened: z.number(), clicked: z.number() });
const testFigures = z.object({ a: variantFigures, b: variantFigures });
/** Members of the test, counted once each: opened and clicked by people. */
export type TestFigures = DataOf<typeof testFigures>;

const chosenBecause = z.enum(['opens', 'clicks', 'person']);
export const winnerChosen = z.object({ variant, because: chosenBecause, figures: testFigures });
/** What the rest of the audience gets, why, and what had been counted by then. */
export type WinnerChosen = DataOf<typeof winnerChosen>;

/** Whether anyone waits for what wins. */
export const hasRest = (test: Pick<AbTest, 'share'> | undefined): boolean =>
  test !== undefined && test.share < wholeShare;

/**
 * Who of these is in the test: the share of them, at least two, A and B alike; A has one more where that is odd.
 * `rankOf` orders contacts in a way that says nothing of them, and always the same.
 */
export function drawParts(
  contactIds: readonly string[],
  share: number,
  rankOf: (contactId: string) => string,
): ReadonlyMap<string, Variant> {
  const inTest = Math.min(contactIds.length, Math.max(2, Math.round((contactIds.length * share) / 100)));
  const ranked = contactIds
    .map((id) => ({ id, rank: rankOf(id) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  return new Map(ranked.slice(0, inTest).map(({ id }, index) => [id, index % 2 === 0 ? 'a' : 'b']));
}

/** What the rule says: the larger share of those delivered. A where both are alike, or nothing was counted. */
export function winnerBeing(by: Exclude<WinnerBy, 'manual'>, { a, b }: TestFigures): Variant {
  const counted = by === 'opens' ? 'opened' : 'clicked';
  return b[counted] * a.delivered > a[counted] * b.delivered ? 'b' : 'a';
}

/** Neither had the larger share, so that A won for being the first. */
export function isTie(by: Exclude<WinnerBy, 'manual'>, { a, b }: TestFigures): boolean {
  const counted = by === 'opens' ? 'opened' : 'clicked';
  return b[counted] * a.delivered === a[counted] * b.delivered;
}

export const testStatuses = ['off', 'draft', 'testing', 'waiting', 'decided', 'compared', 'canceled'] as const;
/** How far a test is. `compared`: all were in it, so that no one waits. */
export type TestStatus = (typeof testStatuses)[number];
