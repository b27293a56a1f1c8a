import type { MetricsSearch } from './metrics-search';

export const ranges = ['24h', '7d', '30d', '90d', 'custom'] as const;
type Range = (typeof ranges)[number];
export const granularities = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Granularity = (typeof granularities)[number];
export const breakdowns = ['domain', 'api_key', 'tag', 'topic', 'template', 'template_version'] as const;
export type By = (typeof breakdowns)[number];

/** What of an address says which time is meant, with what is usual in place of what is missing or unknown. */
export interface Asked {
  readonly range: Range;
  readonly granularity: Granularity;
  /** As the server reads it: a day of the zone, or a moment. */
  readonly start: string;
  /** Not part of it; undefined: now. */
  readonly end: string | undefined;
}

const dayMs = 86_400_000;
const days: Readonly<Record<Exclude<Range, '24h' | 'custom'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const day = /^\d{4}-\d\d-\d\d$/;

export function askedBy(search: MetricsSearch, zone: string, now: Date): Asked {
  const range = ranges.find((each) => each === search.range) ?? '7d';
  const granularity = granularities.find((each) => each === search.per) ?? usual(range, search);
  if (range === 'custom') return { range, granularity, ...customIn(search, zone, now) };
  if (range !== '24h') return { range, granularity, start: dayIn(zone, now, 1 - days[range]), end: undefined };
  // To the minute, so that a second look asks for the same.
  const start = new Date(Math.floor((now.getTime() - dayMs) / 60_000) * 60_000);
  return { range, granularity, start: start.toISOString(), end: undefined };
}

function customIn({ from, to }: MetricsSearch, zone: string, now: Date): Pick<Asked, 'start' | 'end'> {
  const start = from !== undefined && day.test(from) ? from : dayIn(zone, now, -6);
  // The last day is a part of what people mean, and the end of what the server is asked for is not.
  return { start, end: to !== undefined && day.test(to) ? shifted(to, 1) : undefined };
}

function usual(range: Range, { from, to }: MetricsSearch): Granularity {
  if (range === '24h') return 'hourly';
  if (range !== 'custom' || from === undefined) return 'daily';
  const length = (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / dayMs;
  return length <= 1 ? 'hourly' : length > 120 ? 'monthly' : 'daily';
}

/** The day that it is in the zone, so many days later. Sweden writes dates as ISO 8601 does. */
export function dayIn(zone: string, moment: Date, later = 0): string {
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(moment);
  return shifted(today, later);
}

function shifted(from: string, byDays: number): string {
  const moment = new Date(Date.parse(`${from}T00:00Z`) + byDays * dayMs);
  return Number.isNaN(moment.getTime()) ? from : moment.toISOString().slice(0, 10);
}
