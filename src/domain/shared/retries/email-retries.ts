import type { RetryClass } from '../accepted-email.js';

/**
 * Delays of one class: the n-th passing failure waits `delaysMs[n]` (the last one repeats) until the mail has been due
 * for `expiresAfterMs`.
 */
interface RetrySchedule {
  readonly delaysMs: readonly number[];
  readonly expiresAfterMs: number;
}

export interface RetryPolicy {
  readonly schedules: Readonly<Record<RetryClass, RetrySchedule>>;
  /** A delay that a reply states is obeyed within these bounds. */
  readonly statedDelayBoundsMs: { readonly min: number; readonly max: number };
  /** So many outcomes unknown for one recipient are final. */
  readonly maxUnknownOutcomes: number;
}

/** Share of a delay that chance may add or take away. */
const jitterShare = 0.1;

export interface RetryQuestion {
  readonly schedule: RetrySchedule;
  readonly statedDelayBoundsMs: RetryPolicy['statedDelayBoundsMs'];
  /** Passing failures before this one. */
  readonly earlierTries: number;
  /** When the mail was first due. */
  readonly startedAtMs: number;
  readonly nowMs: number;
  /** From -1 to 1, drawn by the caller. */
  readonly jitter: number;
  /** A delay that the receiver asked for. */
  readonly statedDelayMs?: number;
}

/** When to try again (milliseconds since the epoch), or undefined when the mail would be too old by then. */
export function nextDueAt(question: RetryQuestion): number | undefined {
  const { schedule, statedDelayBoundsMs, earlierTries, startedAtMs, nowMs, jitter, statedDelayMs } = question;
  const last = schedule.delaysMs.length - 1;
  const planned = schedule.delaysMs[Math.min(earlierTries, last)] ?? 0;
  const delayMs =
    statedDelayMs === undefined
      ? planned * (1 + jitter * jitterShare)
      : withinBounds(statedDelayMs, statedDelayBoundsMs);
  const dueAt = Math.round(nowMs + delayMs);
  return dueAt - startedAtMs > schedule.expiresAfterMs ? undefined : dueAt;
}

/** For while the clock is ahead of the time that is believed by so much: what is tried now is no older for it. */
export function prolonged(policy: RetryPolicy, aheadMs: number): RetryPolicy {
  const longer = (schedule: RetrySchedule) => ({ ...schedule, expiresAfterMs: schedule.expiresAfterMs + aheadMs });
  const { transactional, standard, bulk, strangers } = policy.schedules;
  const schedules = {
    transactional: longer(transactional),
    standard: longer(standard),
    bulk: longer(bulk),
    strangers: longer(strangers),
  };
  return { ...policy, schedules };
}

/** A stated delay, as far as it is obeyed. */
export function withinBounds(delayMs: number, { min, max }: RetryPolicy['statedDelayBoundsMs']): number {
  return Math.min(Math.max(delayMs, min), max);
}
