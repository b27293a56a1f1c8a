import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, QueryOf } from '../../api/operations';
import { read } from '../../api/reading';

export type TeamMetrics = Answer<'GET /dashboard-api/metrics'>;
export type MetricsRow = TeamMetrics['rows'][number];
export type MetricsPeriod = TeamMetrics['periods'][number];
export type Figures = TeamMetrics['totals'];

/**
 * Figures of a range cost the server a walk over its mails: they are asked for when they are looked at, and not again
 * by themselves.
 */
const freshMs = 60_000;

/** The newest hundred, to choose one from. */
export const templatesQuery = queryOptions(read('GET /dashboard-api/templates', { query: { limit: 100 } }));

export const metricsQuery = (query: QueryOf<'GET /dashboard-api/metrics'>) =>
  queryOptions({
    ...read('GET /dashboard-api/metrics', { query }),
    staleTime: freshMs,
    // What was there stays until the next is there: figures do not jump away under the reader.
    placeholderData: keepPreviousData,
  });
