import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { List } from '../../api/documents';
import { endless, type Parameters, withParameters } from '../../api/endless';
import type { Log, LogRow } from './documents';

const path = '/dashboard-api/logs';
const everyMs = 15_000;
/** More than so many new ones are not counted. */
export const mostNewer = 100;

/** Read once: what comes in later is counted and not put above what somebody reads. */
export const logsQuery = (filters: Parameters) => ({
  ...endless<LogRow>('logs', path, filters),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What has come in behind the request that the list begins with. */
export const newerLogsQuery = (filters: Parameters, newest: string | undefined) =>
  queryOptions({
    queryKey: ['logs', 'newer', filters, newest],
    queryFn: ({ signal }) =>
      ask<List<LogRow>>('GET', withParameters(path, { ...filters, limit: mostNewer, before: newest }), { signal }),
    enabled: newest !== undefined,
    refetchInterval: everyMs,
    staleTime: everyMs,
  });

/** What was answered does not change. */
export const logQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'one', id],
    queryFn: ({ signal }) => ask<Log>('GET', `${path}/${encodeURIComponent(id)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
