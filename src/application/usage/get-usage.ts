import { query } from '../access/use-case.js';
import { dayAt, endOfDayMs, endOfMonthMs, monthOf } from '../../domain/shared/utc-calendar.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { segmentsProjection } from '../../projections/segments/segments.projection.js';
import { usageProjection } from '../../projections/usage/usage.projection.js';
import type { QuotaLimits } from '../ports/quota-counter.js';
import type { Ports } from '../shared/ports.js';
import { usageAt } from './usage-figures.js';

/** GET /usage. */
export interface GetUsage {
  readonly teamId: string;
}

export interface GetUsageResult {
  /** Recipients of accepted mails. */
  readonly emails: { readonly daily: PeriodUsage; readonly monthly: PeriodUsage };
  /** The team's own; sandbox domains belong to every team. */
  readonly domains: number;
  readonly contacts: number;
  readonly segments: number;
  /** Drafts too. */
  readonly broadcasts: number;
  /** Null for no limit. */
  readonly requestsPerSecond: number | null;
}

export interface PeriodUsage {
  readonly used: number;
  /** Null when there is none. */
  readonly limit: number | null;
  /** ISO 8601: when the period ends. */
  readonly resetsAt: string;
}

type GetUsagePorts = Pick<Ports, 'readStore' | 'ownWrites' | 'clock'> & {
  readonly quotaLimits: QuotaLimits;
  /** Null for no limit. */
  readonly requestsPerSecond: number | null;
};

export const GetUsage = query({ name: 'GetUsage', need: 'read-only', run: getUsage });

/** What a team has used, its own last write included, and what it may use. */
async function getUsage(
  { readStore, ownWrites, clock, quotaLimits, requestsPerSecond }: GetUsagePorts,
  { teamId }: GetUsage,
): Promise<GetUsageResult> {
  const nowMs = clock.now();
  const read = [usageProjection, domainsProjection, contactsProjection, segmentsProjection, broadcastsProjection];
  await Promise.all(read.map(({ name }) => ownWrites.settled(teamId, name)));
  const [used, ownDomains, contacts, segments, broadcasts] = await Promise.all([
    usageAt({ readStore }, teamId, nowMs),
    readStore.count(domainsProjection, { scope: teamId }),
    readStore.count(contactsProjection, { teamId }),
    readStore.count(segmentsProjection, { teamId }),
    readStore.count(broadcastsProjection, { teamId }),
  ]);
  const today = dayAt(nowMs);
  return {
    emails: {
      daily: { used: used.daily, limit: quotaLimits.daily, resetsAt: isoTime(endOfDayMs(today)) },
      monthly: { used: used.monthly, limit: quotaLimits.monthly, resetsAt: isoTime(endOfMonthMs(monthOf(today))) },
    },
    domains: ownDomains,
    contacts,
    segments,
    broadcasts,
    requestsPerSecond,
  };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
