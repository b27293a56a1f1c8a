import type { QuotaCounter, QuotaLimits, QuotaPeriod, QuotaUsed } from '../../application/ports/quota-counter.js';

interface Count {
  readonly period: QuotaPeriod;
  readonly basis: string;
  used: QuotaUsed;
}

/** The embedded counter: a few numbers for each team, of the current day only. */
export function createInProcessQuotaCounter(): QuotaCounter {
  const counts = new Map<string, Count>();
  let bases = 0;

  function countOf(teamId: string, { day }: QuotaPeriod): Count | undefined {
    const count = counts.get(teamId);
    return count?.period.day === day ? count : undefined;
  }

  return {
    async reserve(teamId, period, recipients, limits) {
      const count = countOf(teamId, period);
      if (count === undefined) return { result: 'unknown' };
      const used = plus(count.used, recipients);
      const quota = exceededBy(used, limits);
      if (quota !== undefined) return { result: 'exceeded', quota, used: count.used };
      count.used = used;
      return { result: 'reserved', used, basis: count.basis };
    },
    async release(teamId, basis, recipients) {
      const count = counts.get(teamId);
      if (count?.basis === basis) count.used = plus(count.used, -recipients);
    },
    async rebase(teamId, period, used) {
      bases += 1;
      counts.set(teamId, { period, basis: String(bases), used });
    },
    used: async (teamId, period) => countOf(teamId, period)?.used,
  };
}

function plus({ daily, monthly }: QuotaUsed, recipients: number): QuotaUsed {
  return { daily: daily + recipients, monthly: monthly + recipients };
}

function exceededBy(used: QuotaUsed, limits: QuotaLimits): 'daily' | 'monthly' | undefined {
  if (limits.monthly !== null && used.monthly > limits.monthly) return 'monthly';
  if (limits.daily !== null && used.daily > limits.daily) return 'daily';
  return undefined;
}
