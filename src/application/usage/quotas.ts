import { unreachable } from '../../domain/shared/decider.js';
import { dayAt, endOfDayMs, endOfMonthMs, monthOf } from '../../domain/shared/utc-calendar.js';
import type { Clock } from '../ports/clock.js';
import type { QuotaCounter, QuotaLimits, QuotaPeriod, QuotaReserved, QuotaUsed } from '../ports/quota-counter.js';
import { usageAt, usageCaughtUp, type UsagePorts } from './usage-figures.js';

interface QuotaExceeded<Code extends string> {
  readonly refused: Code;
  /** Until the quota begins anew. */
  readonly retryAfterSeconds: number;
}

export type QuotaRefusal = QuotaExceeded<'daily-quota-exceeded'> | QuotaExceeded<'monthly-quota-exceeded'>;

/** So many recipients of a team, counted before they are accepted. */
export interface Reservation {
  /** They were not accepted after all. */
  release(): Promise<void>;
}

/** What keeps each team within its quotas. A counter or a projection that fails stops no mail. */
export interface Quotas {
  readonly limits: QuotaLimits;
  reserve(teamId: string, recipients: number): Promise<Reservation | QuotaRefusal>;
  /** As it is counted now, which the usage itself may follow a moment later. */
  used(teamId: string): Promise<QuotaUsed>;
}

export interface QuotasDependencies {
  readonly counter: QuotaCounter;
  readonly limits: QuotaLimits;
  readonly usage: UsagePorts;
  readonly clock: Clock;
  /** Of a re-basing: the count goes on from what it was, or without a figure. */
  readonly onFailure: (error: unknown) => void;
}

const rebaseEveryMs = 60_000;
/** The first request of a team after a start waits so long for the projection; a later re-basing waits for nobody. */
const catchUpPatienceMs = 2_000;

/**
 * Quotas over a counter that is re-based from the usage projection, once a minute for teams that send, and whenever the
 * counter has no figure. A re-basing does not see what is in flight, so that much more may get through.
 */
export function createQuotas(dependencies: QuotasDependencies): Quotas {
  const { counter, limits, usage, clock, onFailure } = dependencies;
  const rebasedAt = new Map<string, number>();
  const rebasing = new Map<string, Promise<void>>();

  async function rebase(teamId: string, period: QuotaPeriod): Promise<void> {
    const caughtUp = await usageCaughtUp(usage, catchUpPatienceMs);
    // A figure that lags is better than none, and worse than what was counted here.
    if (!caughtUp && (await counter.used(teamId, period)) !== undefined) return;
    await counter.rebase(teamId, period, await usageAt(usage, teamId, clock.now()));
    if (caughtUp) rebasedAt.set(teamId, clock.monotonicMs());
  }

  /** One at a time for each team. */
  function rebaseOnce(teamId: string, period: QuotaPeriod): Promise<void> {
    const running = rebasing.get(teamId) ?? rebase(teamId, period).finally(() => rebasing.delete(teamId));
    rebasing.set(teamId, running);
    return running;
  }

  function rebaseWhenDue(teamId: string, period: QuotaPeriod): void {
    const last = rebasedAt.get(teamId);
    if (last !== undefined && clock.monotonicMs() - last < rebaseEveryMs) return;
    rebaseOnce(teamId, period).catch(onFailure);
  }

  /** Asks the counter, and gives it a figure first where it has none. */
  async function counted<Answer>(
    teamId: string,
    ask: (period: QuotaPeriod) => Promise<Answer>,
    isMissing: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const period = periodAt(clock.now());
    const answer = await ask(period);
    if (!isMissing(answer)) {
      rebaseWhenDue(teamId, period);
      return answer;
    }
    await rebaseOnce(teamId, period).catch(onFailure);
    return ask(period);
  }

  return {
    limits,
    async reserve(teamId, recipients) {
      const reserved = await counted(
        teamId,
        (period) => counter.reserve(teamId, period, recipients, limits),
        ({ result }) => result === 'unknown',
      );
      return outcomeOf(reserved, clock.now(), (basis) => counter.release(teamId, basis, recipients));
    },
    async used(teamId) {
      const used = await counted(
        teamId,
        (period) => counter.used(teamId, period),
        (figures) => figures === undefined,
      );
      return used ?? { daily: 0, monthly: 0 };
    },
  };
}

function outcomeOf(
  reserved: QuotaReserved,
  nowMs: number,
  release: (basis: string) => Promise<void>,
): Reservation | QuotaRefusal {
  switch (reserved.result) {
    case 'reserved':
      return { release: () => release(reserved.basis) };
    case 'exceeded': {
      const { day, month } = periodAt(nowMs);
      const endMs = reserved.quota === 'daily' ? endOfDayMs(day) : endOfMonthMs(month);
      return { refused: `${reserved.quota}-quota-exceeded`, retryAfterSeconds: Math.ceil((endMs - nowMs) / 1000) };
    }
    case 'unknown':
      // No figure to be had: a cache that cannot count refuses nobody.
      return { release: async () => undefined };
    default:
      return unreachable(reserved);
  }
}

function periodAt(nowMs: number): QuotaPeriod {
  const day = dayAt(nowMs);
  return { day, month: monthOf(day) };
}
