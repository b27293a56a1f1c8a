import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import { type Parameters, withParameters } from '../../api/endless';
import type { Answers } from '../../api/generated';

export type TeamMetrics = Answers['GET /dashboard-api/metrics'];
export type MetricsRow = TeamMetrics['rows'][number];
export type MetricsPeriod = TeamMetrics['periods'][number];
export type Figures = TeamMetrics['totals'];

/** Figures of a range cost the server a walk over its mails: they are asked for when they are looked at, and not again by themselves. */
const freshMs = 60_000;

export const metricsQuery = (parameters: Parameters) =>
  queryOptions({
    queryKey: ['metrics', parameters],
    queryFn: ({ signal }) => ask<TeamMetrics>('GET', withParameters('/dashboard-api/metrics', parameters), { signal }),
    staleTime: freshMs,
    // What was there stays until the next is there: figures do not jump away under the reader.
    placeholderData: keepPreviousData,
  });
