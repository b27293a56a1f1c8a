import { query } from '../access/use-case.js';
import { dayAt, endOfDayMs, endOfMonthMs, monthOf } from '../../domain/shared/utc-calendar.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { segmentsProjection } from '../../projections/segments/segments.projection.js';
import { receivedProjection } from '../../projections/received/received.projection.js';
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
  /** Recipients of accepted emails: what the limit is of. */
  readonly sent: number;
  /** Emails that came in and are still here. */
  readonly received: number;
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
export async function getUsage(
  { readStore, ownWrites, clock, quotaLimits, requestsPerSecond }: GetUsagePorts,
  { teamId }: GetUsage,
): Promise<GetUsageResult> {
  const nowMs = clock.now();
  const read = [
    usageProjection,
    receivedProjection,
    domainsProjection,
    contactsProjection,
    segmentsProjection,
    broadcastsProjection,
  ];
  await Promise.all(read.map(({ name }) => ownWrites.settled(teamId, name)));
  const today = dayAt(nowMs);
  const month = monthOf(today);
  const [sent, dailyReceived, monthlyReceived, ownDomains, contacts, segments, broadcasts] = await Promise.all([
    usageAt({ readStore }, teamId, nowMs),
    receivedSince(readStore, teamId, today),
    receivedSince(readStore, teamId, `${month}-01`),
    readStore.count(domainsProjection, { scope: teamId }),
    readStore.count(contactsProjection, { teamId }),
    readStore.count(segmentsProjection, { teamId }),
    readStore.count(broadcastsProjection, { teamId }),
  ]);
  const daily = { sent: sent.daily, received: dailyReceived, limit: quotaLimits.daily };
  const monthly = { sent: sent.monthly, received: monthlyReceived, limit: quotaLimits.monthly };
  return {
    emails: {
      daily: { ...daily, resetsAt: isoTime(endOfDayMs(today)) },
      monthly: { ...monthly, resetsAt: isoTime(endOfMonthMs(month)) },
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

/** More are counted as so many. */
const mostReceived = 1_000_000;

/** @param day a UTC day: an id begins with the moment that it was made, in ms (RFC 9562 §5.7) */
function receivedSince(readStore: Ports['readStore'], teamId: string, day: string): Promise<number> {
  const ms = Date.parse(`${day}T00:00:00.000Z`).toString(16).padStart(12, '0');
  const atLeast = `${ms.slice(0, 8)}-${ms.slice(8)}`;
  return readStore.count(receivedProjection, { teamId }, { orderBy: 'id', atLeast, most: mostReceived });
}
