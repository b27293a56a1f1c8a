import { query } from '../access/use-case.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { emptyTally, figuresOfMail, type Tally } from '../../projections/metrics/mail-tally.js';
import { quartersOf } from '../../projections/metrics/day-sums.js';
import { dayOf, endOfDayMs, startOfQuarterMs } from '../../domain/shared/utc-calendar.js';
import { dayKey, type MailMetrics, type MetricsDocument } from '../../projections/metrics/metrics.document.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import { type ClosedDays, closedDaysIn, closedFigures, isSame, openFigures } from './closed-days.js';
import { add, figuresOf } from './figures.js';
import { createGroups, type Group, type Groups } from './groups.js';
import { mailPages, type MetricsPorts, type MetricsRange, sumPages, wholeDays } from './metrics-documents.js';
import type { Figures, MetricsRequest } from './metrics-request.js';
import { periodsIn } from './periods.js';

/** GET /emails/metrics. */
export interface GetEmailMetrics {
  readonly teamId: string;
  readonly request: MetricsRequest;
}

export type GetEmailMetricsResult =
  | { readonly totals: Figures; readonly rows: readonly MetricsRow[] | undefined }
  | { readonly refused: 'too-many-periods' | 'too-many-emails' | 'too-many-rows' };

export interface MetricsRow {
  /** ISO 8601: when it begins. */
  readonly period?: string;
  readonly domain?: { readonly id: string; readonly name: string };
  readonly emailId?: string;
  /** Its name is empty where it was deleted. */
  readonly broadcast?: { readonly id: string; readonly name: string };
  readonly figures: Figures;
}

export const GetEmailMetrics = query({ name: 'GetEmailMetrics', need: 'read-only', run: getEmailMetrics });

/** For one answer. */
export const mostEmails = 250_000;
export const mostRows = 10_000;
/** Days are closed a few times each, so a second reading nearly always finds them as the first did. */
const mostReadings = 5;

interface Asked {
  readonly teamId: string;
  readonly request: MetricsRequest;
  /** Where mails are looked for, and closed figures; nowhere where single mails are named. */
  readonly ranges: readonly MetricsRange[];
  /** When the periods begin. */
  readonly starts: readonly number[];
}

interface Sums {
  readonly totals: Tally;
  /** Undefined when no rows are requested. */
  readonly groups: Groups | undefined;
}

type Refused = Extract<GetEmailMetricsResult, { readonly refused: string }>;

/**
 * What became of a team's mails, summed over a range and by what was asked: the closed figures of its days, and of each
 * mail what these do not hold. Reads a page at a time, and keeps none.
 */
export async function getEmailMetrics(
  ports: MetricsPorts,
  { teamId, request }: GetEmailMetrics,
): Promise<GetEmailMetricsResult> {
  const byPeriod = request.dimensions.includes('period');
  const starts = byPeriod ? periodsIn(request, request.granularity, request.timeZone) : [];
  if (starts === undefined) return { refused: 'too-many-periods' };
  const asked: Asked = { teamId, request, ranges: rangesOf(teamId, request), starts };
  const sums = await sumSteadily(ports, asked);
  if ('refused' in sums) return sums;
  const { totals, groups } = sums;
  return {
    totals: figuresOf(totals, request.metrics),
    rows: groups === undefined ? undefined : await rowsOf(ports, groups.inOrder(), request),
  };
}

function rangesOf(teamId: string, request: MetricsRequest): readonly MetricsRange[] {
  const { domainIds, emailIds, broadcastIds, fromMs, untilMs } = request;
  if (emailIds !== undefined) return [];
  if (broadcastIds !== undefined) return broadcastIds.map((broadcastId) => ({ teamId, broadcastId, fromMs, untilMs }));
  return (domainIds ?? [undefined]).map((domainId) => ({ teamId, domainId, fromMs, untilMs }));
}

/** Closed figures do not know which broadcasts they are of: what retention has deleted is not in these. */
function isOfBroadcasts({ broadcastIds, dimensions }: MetricsRequest): boolean {
  return broadcastIds !== undefined || dimensions.includes('broadcast');
}

/** Mails that go while they are summed are in newer closed figures, and perhaps in none of those that were read. */
async function sumSteadily(ports: MetricsPorts, asked: Asked): Promise<Sums | Refused> {
  let closed = await closedDays(ports, asked);
  for (let readings = 1; ; readings += 1) {
    const sums = await sum(ports, asked, closed);
    const now = await closedDays(ports, asked);
    if (isSame(closed, now) || readings === mostReadings) return sums;
    closed = now;
  }
}

async function closedDays(ports: MetricsPorts, { ranges, request }: Asked): Promise<ClosedDays> {
  if (isOfBroadcasts(request)) return new Map();
  const each = await Promise.all(ranges.map((range) => closedDaysIn(ports, range)));
  return new Map(each.flatMap((days) => [...days]));
}

async function sum(ports: MetricsPorts, asked: Asked, closed: ClosedDays): Promise<Sums | Refused> {
  const { dimensions } = asked.request;
  const byEmail = dimensions.includes('email');
  const isCounted = counts(asked.request);
  const totals = emptyTally();
  const groups = dimensions.length === 0 ? undefined : createGroups(asked.request, asked.starts);
  for (const { domainId, atMs, figures } of closedFigures(closed, asked.request)) {
    add(totals, figures);
    // Which mails they are of is not known any more.
    if (!byEmail) groups?.add({ domainId, atMs, emailId: undefined }, figures);
  }
  let documents = closed.size;
  for await (const { domainId, atMs, figures } of summedFigures(ports, asked, closed)) {
    add(totals, figures);
    groups?.add({ domainId, atMs, emailId: undefined }, figures);
  }
  for await (const page of pagesOf(ports, asked, closed)) {
    documents += page.length;
    if (documents > mostEmails) return { refused: 'too-many-emails' };
    for (const mail of page.filter(isCounted)) {
      const figures = openFigures(closed, mail);
      add(totals, figures);
      const place = {
        domainId: mail.domainId,
        atMs: Date.parse(mail.at),
        emailId: mail.id,
        broadcastId: mail.broadcastId,
      };
      // A row of its own is about the whole mail, whatever closed figures hold of it.
      groups?.add(place, byEmail ? figuresOfMail(mail) : figures);
    }
    if (groups !== undefined && groups.size > mostRows) return { refused: 'too-many-rows' };
  }
  return { totals, groups };
}

/** Whether a mail that stands in the range is asked for. */
function counts(request: MetricsRequest): (mail: MailMetrics) => boolean {
  if (!isOfBroadcasts(request)) return () => true;
  const { domainIds } = request;
  return ({ broadcastId, domainId }) => broadcastId !== undefined && (domainIds?.includes(domainId) ?? true);
}

/** Sums of days know neither single mails nor broadcasts. */
const isSummed = (request: MetricsRequest): boolean =>
  !isOfBroadcasts(request) && request.emailIds === undefined && !request.dimensions.includes('email');

/** What the kept mails of days sum up to that have no closed figures. */
async function* summedFigures(ports: MetricsPorts, { request, ranges }: Asked, closed: ClosedDays) {
  if (!isSummed(request)) return;
  for (const range of ranges) {
    for await (const page of sumPages(ports, wholeDays(range))) {
      for (const sums of page) {
        const { teamId, domainId, at } = sums;
        const day = dayOf(at);
        if (closed.has(dayKey({ teamId, domainId, day }))) continue;
        for (const [quarter, figures] of quartersOf(sums)) {
          const atMs = startOfQuarterMs(day, quarter);
          if (range.fromMs <= atMs && atMs < range.untilMs) yield { domainId, atMs, figures };
        }
      }
    }
  }
}

/** The mails that are read one by one: where days are summed, those of days that have closed figures too. */
async function* pagesOf(
  ports: MetricsPorts,
  { teamId, request, ranges }: Asked,
  closed: ClosedDays,
): AsyncGenerator<readonly MailMetrics[]> {
  if (request.emailIds !== undefined) {
    yield await named(ports, teamId, request, request.emailIds);
  }
  if (!isSummed(request)) {
    for (const range of ranges) yield* mailPages(ports, range);
    return;
  }
  for (const range of ranges) {
    for (const { domainId, at } of closed.values()) {
      const [beginMs, endMs] = [Date.parse(at), endOfDayMs(dayOf(at))];
      const isAsked = range.domainId === undefined || range.domainId === domainId;
      const [fromMs, untilMs] = [Math.max(beginMs, range.fromMs), Math.min(endMs, range.untilMs)];
      if (isAsked && fromMs < untilMs) yield* mailPages(ports, { ...range, domainId, fromMs, untilMs });
    }
  }
}

async function named(
  { readStore }: MetricsPorts,
  teamId: string,
  { domainIds, fromMs, untilMs }: MetricsRequest,
  emailIds: readonly string[],
): Promise<readonly MailMetrics[]> {
  const found = await Promise.all(emailIds.map((id) => readStore.get(metricsProjection, id)));
  return (found as readonly (MetricsDocument | undefined)[]).filter((document): document is MailMetrics => {
    if (document?.kind !== 'mail' || document.teamId !== teamId) return false;
    const atMs = Date.parse(document.at);
    return (domainIds?.includes(document.domainId) ?? true) && fromMs <= atMs && atMs < untilMs;
  });
}

async function rowsOf(
  { readStore }: MetricsPorts,
  groups: readonly Group[],
  { metrics }: MetricsRequest,
): Promise<readonly MetricsRow[]> {
  const ids = [...new Set(groups.flatMap(({ domainId }) => domainId ?? []))];
  const found = await Promise.all(ids.map((id) => readStore.get(domainsProjection, id)));
  const names = new Map(ids.map((id, index) => [id, found[index]?.name ?? '']));
  const broadcasts = await broadcastNames({ readStore }, groups);
  return groups.map(({ startMs, domainId, emailId, broadcastId, tally }) => ({
    ...(startMs === undefined ? {} : { period: new Date(startMs).toISOString() }),
    ...(domainId === undefined ? {} : { domain: { id: domainId, name: names.get(domainId) ?? '' } }),
    ...(emailId === undefined ? {} : { emailId }),
    ...(broadcastId === undefined ? {} : { broadcast: { id: broadcastId, name: broadcasts.get(broadcastId) ?? '' } }),
    figures: figuresOf(tally, metrics),
  }));
}

async function broadcastNames(
  { readStore }: MetricsPorts,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(groups.flatMap(({ broadcastId }) => broadcastId ?? []))];
  const found = await Promise.all(ids.map((id) => readStore.get(broadcastsProjection, id)));
  // The projection of this shape wrote them.
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? '']));
}
