import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import { withParameters } from '../../api/endless';
import type { Answers } from '../../api/generated';

export type Usage = Answers['GET /dashboard-api/usage'];
export type Sent = Answers['GET /dashboard-api/metrics'];

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => ask<Usage>('GET', '/dashboard-api/usage', { signal }),
  refetchInterval: 60_000,
});

export const spans = ['day', 'last', 'month'] as const;
export type Span = (typeof spans)[number];

/** What was sent, in UTC as quotas are counted. */
export const sentQuery = (span: Span, by: 'domain' | 'api_key', now: Date) =>
  queryOptions({
    queryKey: ['metrics', 'usage', span, by],
    queryFn: ({ signal }) => {
      const parameters = { ...rangeOf(span, now), timezone: 'UTC', by };
      return ask<Sent>('GET', withParameters('/dashboard-api/metrics', parameters), { signal });
    },
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
