import type {
  DayMetrics,
  DaySums,
  KeySums,
  MailMetrics,
  MetricsDocument,
} from '../../projections/metrics/metrics.document.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import { dayAt, endOfDayMs, startOfDayMs } from '../../domain/shared/utc-calendar.js';
import type { ReadStore } from '../ports/read-store.js';

/** What reads the `metrics` projection. */
export interface MetricsPorts {
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
}

/** A time range of a team, a domain or a broadcast of it; milliseconds since the epoch, `untilMs` not included. */
export interface MetricsRange {
  readonly teamId: string;
  readonly domainId?: string | undefined;
  readonly broadcastId?: string | undefined;
  readonly fromMs: number;
  readonly untilMs: number;
}

const pageRows = 1_000;

/** The mails whose figures stand in the range, a page at a time. */
export function mailPages(ports: MetricsPorts, range: MetricsRange): AsyncGenerator<readonly MailMetrics[]> {
  // The projection writes documents of this kind in this shape.
  return pagesOf(ports, 'mail', range) as AsyncGenerator<readonly MailMetrics[]>;
}

/** The closed figures of the days that begin in the range. */
export function dayPages(ports: MetricsPorts, range: MetricsRange): AsyncGenerator<readonly DayMetrics[]> {
  // The projection writes documents of this kind in this shape.
  return pagesOf(ports, 'day', range) as AsyncGenerator<readonly DayMetrics[]>;
}

/** What the kept mails of the days sum up to that begin in the range. */
export function sumPages(ports: MetricsPorts, range: MetricsRange): AsyncGenerator<readonly DaySums[]> {
  // The projection writes documents of this kind in this shape.
  return pagesOf(ports, 'sums', range) as AsyncGenerator<readonly DaySums[]>;
}

/** The same by who gave the mails. */
export function keySumPages(ports: MetricsPorts, range: MetricsRange): AsyncGenerator<readonly KeySums[]> {
  // The projection writes documents of this kind in this shape.
  return pagesOf(ports, 'key-sums', range) as AsyncGenerator<readonly KeySums[]>;
}

/** The whole days that have a part in the range. */
export const wholeDays = (range: MetricsRange): MetricsRange => ({
  ...range,
  fromMs: startOfDayMs(dayAt(range.fromMs)),
  untilMs: endOfDayMs(dayAt(range.untilMs - 1)),
});

async function* pagesOf(
  { readStore }: MetricsPorts,
  kind: MetricsDocument['kind'],
  { teamId, domainId, broadcastId, fromMs, untilMs }: MetricsRange,
): AsyncGenerator<readonly MetricsDocument[]> {
  const named = {
    ...(domainId === undefined ? {} : { domainId }),
    ...(broadcastId === undefined ? {} : { broadcastId }),
  };
  const equals = { kind, teamId, ...named };
  const query = { equals, orderBy: 'at', direction: 'asc', limit: pageRows, forTeam: teamId } as const;
  // Times have milliseconds, so the last one before the end is one earlier.
  const until = new Date(untilMs - 1).toISOString();
  let after = { value: new Date(fromMs).toISOString(), id: '' };
  for (let hasMore = true; hasMore; ) {
    const page = await readStore.list(metricsProjection, { ...query, after, until });
    const documents = page.documents.map(({ document }) => document);
    yield documents;
    const last = documents.at(-1);
    hasMore = page.hasMore && last !== undefined;
    if (last !== undefined) after = { value: last.at, id: last.id };
  }
}
