import { queryOptions } from '@tanstack/react-query';
import { type Listed, pages, read } from '../../api/reading';
import type { DomainRow } from './documents';

const awaitedMs = 10_000;
const pendingMs = 30_000;
const atRest: ReadonlySet<string> = new Set(['verified', 'failed']);

/** The sandboxes of the server are among them. */
export const domainRowsQuery = {
  ...pages('GET /dashboard-api/domains'),
  refetchInterval: ({ state }: Listed<DomainRow>) =>
    (state.data?.pages ?? []).some(({ data }) => data.some(({ status }) => status === 'pending')) ? pendingMs : false,
} as const;

/** What the last check found. Asked for again only while an answer of DNS may still change it. */
export const findingsQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/domains/{id}/findings', { path: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      if (data.check_awaited) return awaitedMs;
      return atRest.has(data.status) && data.claim === null ? false : pendingMs;
    },
  });

/** The server asks DNS each time, so it is read again only after another check. */
export const dmarcQuery = (id: string, checkedAt: string | null) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/domains/{id}/dmarc', { path: { id } });
  return queryOptions({ queryKey: [...queryKey, checkedAt], queryFn, staleTime: Number.POSITIVE_INFINITY });
};

/** Counts over five weeks and asks DNS: not again while one looks around. */
export const healthQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/domains/{id}/health', { path: { id } }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });

/** Sums a month of reports and asks DNS. */
export const reportsQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/domains/{id}/reports', { path: { id } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** Recipients of the last seven days, by domain. From a whole hour on, so that a second look asks for the same. */
export const recentlySentQuery = (now: Date) =>
  queryOptions({
    ...read('GET /dashboard-api/metrics', {
      query: {
        start_date: new Date(Math.floor(now.getTime() / hourMs) * hourMs - weekMs).toISOString(),
        granularity: 'daily',
        by: 'domain',
      },
    }),
    staleTime: 60_000,
    select: ({ rows }): ReadonlyMap<string, number> =>
      new Map(rows.flatMap(({ id, sent }) => (id === null ? [] : [[id, sent] as const]))),
  });

export const regionsQuery = queryOptions({
  ...read('GET /dashboard-api/regions'),
  staleTime: Number.POSITIVE_INFINITY,
});
