import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '../../api/operations';
import { pages, read } from '../../api/reading';

const everyMs = 15_000;
/** More than so many new ones are not counted. */
export const mostNewer = 100;

type Filters = QueryOf<'GET /dashboard-api/logs'>;

/** Read once: what comes in later is counted and not put above what somebody reads. */
export const logsQuery = (query: Filters) => ({
  ...pages('GET /dashboard-api/logs', { query }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What has come in behind the request that the list begins with. */
export const newerLogsQuery = (filters: Filters, newest: string | undefined) =>
  queryOptions({
    ...read('GET /dashboard-api/logs', { query: { ...filters, limit: mostNewer, before: newest } }),
    enabled: newest !== undefined,
    refetchInterval: everyMs,
    staleTime: everyMs,
  });

/** What was answered does not change. */
export const logQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/logs/{id}', { path: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
