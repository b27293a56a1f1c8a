import { dayAt, endOfDayMs, endOfMonthMs, monthOf } from '../../domain/shared/utc-calendar.js';
import type { Clock } from '../ports/clock.js';
import type { QuotaLimits } from '../ports/quota-counter.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { usageAt, type UsagePorts } from './usage-figures.js';
import type { GetUsageQuery, GetUsageResult } from './usage.queries.js';

export interface GetUsageDependencies {
  readonly usage: UsagePorts;
  readonly readStore: Pick<ReadStore, 'count'>;
  readonly domains: DocumentShape;
  readonly ownWrites: OwnWrites;
  readonly limits: QuotaLimits;
  readonly requestsPerSecond: number | null;
  readonly clock: Clock;
}

/** What a team has used, its own last write included, and what it may use. */
export function createGetUsage(dependencies: GetUsageDependencies): (query: GetUsageQuery) => Promise<GetUsageResult> {
  const { usage, readStore, domains, ownWrites, limits, requestsPerSecond, clock } = dependencies;
  return async ({ teamId }) => {
    const nowMs = clock.now();
    await Promise.all([usage.usage, domains].map(({ name }) => ownWrites.settled(teamId, name)));
    const [used, ownDomains] = await Promise.all([
      usageAt(usage, teamId, nowMs),
      readStore.count(domains, { scope: teamId }),
    ]);
    const today = dayAt(nowMs);
    return {
      emails: {
        daily: { used: used.daily, limit: limits.daily, resetsAt: isoTime(endOfDayMs(today)) },
        monthly: { used: used.monthly, limit: limits.monthly, resetsAt: isoTime(endOfMonthMs(monthOf(today))) },
      },
      domains: ownDomains,
      requestsPerSecond,
    };
  };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
