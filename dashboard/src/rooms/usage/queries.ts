import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';

export type Usage = Answer<'GET /dashboard-api/usage'>;
export type Sent = Answer<'GET /dashboard-api/metrics'>;

export const usageQuery = queryOptions({ ...read('GET /dashboard-api/usage'), refetchInterval: 60_000 });

export const spans = ['day', 'last', 'month'] as const;
export type Span = (typeof spans)[number];

/** What was sent, in UTC as quotas are counted. */
export const sentQuery = (span: Span, by: 'domain' | 'api_key', now: Date) =>
  queryOptions({
    ...read('GET /dashboard-api/metrics', { query: { ...rangeOf(span, now), timezone: 'UTC', by } }),
    staleTime: 60_000,
  });

function rangeOf(span: Span, now: Date) {
  const month = (later: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString().slice(0, 10);
  switch (span) {
    case 'day':
      return { start_date: month(0), granularity: 'daily' };
    case 'last':
      return { start_date: month(-1), end_date: month(0), granularity: 'daily' };
    case 'month':
      return { start_date: month(-11), granularity: 'monthly' };
  }
}
