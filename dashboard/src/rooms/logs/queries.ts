import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '../../api/operations';
import { pages, read } from '../../api/reading';

type Filters = QueryOf<'GET /dashboard-api/logs'>;

/** Read once: what comes in later is counted, and not put above what a person reads. */
export const logsQuery = (query: Filters) => ({
  ...pages('GET /dashboard-api/logs', { query: { ...query, total: true } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What was answered does not change. */
export const logQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/logs/{id}', { path: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
