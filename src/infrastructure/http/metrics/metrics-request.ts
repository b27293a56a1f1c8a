import {
  allMetricNames,
  dimensions,
  metricNames,
  type MetricsRequest,
} from '../../../application/metrics/metrics-request.js';
import { granularities } from '../../../application/metrics/periods.js';
import { isTimeZone, momentOf } from '../../../application/metrics/time-zone.js';
import { invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';

type Query = Readonly<Record<string, unknown>>;

const time = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const defaultRangeMs = 6 * 86_400_000;
const mostIds = 100;

/** The query string of GET /emails/metrics. */
export function readMetricsRequest(raw: unknown, nowMs: number): MetricsRequest {
  const query = raw as Query;
  const timeZone = readTimeZone(query);
  const untilMs = Math.min(readTime(query, 'end_date', timeZone) ?? nowMs, nowMs);
  const fromMs = readTime(query, 'start_date', timeZone) ?? untilMs - defaultRangeMs;
  if (fromMs > untilMs)
    throw invalid('The `start_date` parameter must be on or before `end_date`, and not in the future.');
  const request: MetricsRequest = {
    fromMs,
    untilMs,
    timeZone,
    granularity: readNames(query, 'granularity', granularities, 1)?.[0] ?? 'daily',
    metrics: readNames(query, 'metrics', allMetricNames) ?? metricNames,
    dimensions: readNames(query, 'dimensions', dimensions) ?? [],
    domainIds: readIds(query, 'domain_id'),
    emailIds: readIds(query, 'email_id'),
    broadcastIds: readIds(query, 'broadcast_id'),
  };
  refuseBoth(request);
  return request;
}

function refuseBoth({ dimensions: by, emailIds, broadcastIds }: MetricsRequest): void {
  const email = by.includes('email') ? 'dimensions=email' : emailIds && 'email_id';
  const broadcast = by.includes('broadcast') ? 'dimensions=broadcast' : broadcastIds && 'broadcast_id';
  if (email !== undefined && broadcast !== undefined) {
    throw invalid(`The \`${email}\` parameter cannot be combined with \`${broadcast}\`.`);
  }
}

function readTimeZone({ timezone = 'UTC' }: Query): string {
  if (typeof timezone === 'string' && isTimeZone(timezone)) return timezone;
  throw invalid('The `timezone` parameter must be an IANA time zone such as `America/New_York`.');
}

/** A day is its first moment in the zone, and a time without an offset is one of the zone's clocks. */
function readTime(query: Query, parameter: string, timeZone: string): number | undefined {
  const value = query[parameter];
  if (value === undefined) return undefined;
  const [, day, clock = '00:00', offset] = (typeof value === 'string' && time.exec(value)) || [];
  const atMs = Date.parse(`${day}T${clock}${offset ?? 'Z'}`);
  // `2026-02-30` would be read as a day in March.
  const isDay = day !== undefined && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true;
  // Before 1970 nothing was sent from here, and clocks showed odd seconds.
  if (Number.isNaN(atMs) || !isDay || day < '1970-01-01') {
    throw invalid(`The \`${parameter}\` parameter must be a day or a time, as ISO 8601 writes it.`);
  }
  return offset === undefined ? momentOf(atMs, timeZone) : atMs;
}

/** Separated by commas, or the parameter repeated, or both; each once. */
function readList(query: Query, parameter: string): readonly string[] | undefined {
  const value = query[parameter];
  if (value === undefined) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = values.flatMap((each) => String(each).split(',')).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

function readNames<Name extends string>(
  query: Query,
  parameter: string,
  known: readonly Name[],
  most = known.length,
): readonly Name[] | undefined {
  const words = readList(query, parameter);
  if (words === undefined || words.length === 0) return undefined;
  const names = words.flatMap((word) => known.find((name) => name === word) ?? []);
  if (names.length === words.length && names.length <= most) return names;
  throw invalid(`The \`${parameter}\` parameter must be ${most === 1 ? 'one' : 'some'} of ${known.join(', ')}.`);
}

function readIds(query: Query, parameter: string): readonly string[] | undefined {
  const ids = readList(query, parameter);
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.length > mostIds || !ids.every(isUuid)) {
    throw invalid(`The \`${parameter}\` parameter must be at most ${mostIds} valid UUIDs.`);
  }
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
