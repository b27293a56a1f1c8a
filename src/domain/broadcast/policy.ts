import { z } from 'zod';
import type { DataOf } from '../shared/event.js';

const share = z.number().min(0).max(1);
const warmUp = z.object({
  /** Emails of the domain on the first day. */
  startPerDay: z.number().int().positive(),
  /** By how much the limit grows after a day that used it. */
  factor: z.number().min(1),
  /** From this share of deferred recipients on it does not grow. */
  mostDeferred: share,
});
export type WarmUp = DataOf<typeof warmUp>;

/** Everything of it holds from the moment that it is written, also for a broadcast that is being sent. */
export const sendingPolicy = z.object({
  /** Emails an hour at most; null: as many as the delivery takes. */
  pacePerHour: z.number().int().positive().nullable(),
  /** Above it the broadcast is paused. */
  mostBounced: share,
  mostComplained: share,
  /** A limit for a day; null for none. */
  warmUp: warmUp.nullable(),
});
/** How fast a broadcast is sent, and what stops it. */
export type SendingPolicy = DataOf<typeof sendingPolicy>;

export const usualPolicy: SendingPolicy = {
  pacePerHour: null,
  mostBounced: 0.05,
  mostComplained: 0.001,
  warmUp: null,
};

/** What became of a broadcast so far, counted in members. */
export const sentFigures = z.object({ sent: z.number(), bounced: z.number(), complained: z.number() });
export type SentFigures = DataOf<typeof sentFigures>;

/** With fewer emails sent a rate says nothing, and nothing is paused for it. */
const leastSent = { bounces: 100, complaints: 1_000 } as const;

const nothingSent: SentFigures = { sent: 0, bounced: 0, complained: 0 };

/**
 * What pauses it; undefined where nothing does. `from`: what the last such pause had seen: it is not paused twice for
 * the same numbers.
 */
export function rateReached(
  { mostBounced, mostComplained }: Pick<SendingPolicy, 'mostBounced' | 'mostComplained'>,
  figures: SentFigures,
  from: SentFigures = nothingSent,
): 'bounce-rate' | 'complaint-rate' | undefined {
  const sent = figures.sent - from.sent;
  const isAbove = (count: number, most: number, least: number) => sent >= least && count / sent > most;
  if (isAbove(figures.bounced - from.bounced, mostBounced, leastSent.bounces)) return 'bounce-rate';
  if (isAbove(figures.complained - from.complained, mostComplained, leastSent.complaints)) return 'complaint-rate';
  return undefined;
}

const hourMs = 3_600_000;
/** So much of the pace is opened at once, at most. */
const burstMs = 10_000;
/** Being late is made up for by no more. */
const lateMs = 1_000;

/** Emails that may be opened together. */
export function burstOf(pacePerHour: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor((pacePerHour * burstMs) / hourMs)));
}

/** From when the next may be opened, after so many that were opened at `nowMs`. Milliseconds. */
export function nextAtMs(pacePerHour: number, opened: number, nowMs: number, dueMs: number): number {
  return Math.max(dueMs, nowMs - lateMs) + (opened * hourMs) / pacePerHour;
}

/** Emails of a domain on one day, and how many of those that were looked at had to wait. */
export interface SendingDay {
  readonly sent: number;
  readonly deferredShare: number;
}

/** A day that used less of its limit proves nothing. */
const usedShare = 0.8;

/** The limit of the day after these, the first of which is that of the first email. */
export function dayLimit({ startPerDay, factor, mostDeferred }: WarmUp, days: readonly SendingDay[]): number {
  return days.reduce((limit, { sent, deferredShare }) => {
    const isProven = sent >= limit * usedShare && deferredShare < mostDeferred;
    return isProven ? Math.floor(limit * factor) : limit;
  }, startPerDay);
}
