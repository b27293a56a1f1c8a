import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import { endless } from '../../api/endless';
import type { Dmarc, DomainFindings, DomainRow, Regions } from './documents';

const own = '/dashboard-api';
const awaitedMs = 10_000;
const pendingMs = 30_000;
const atRest: ReadonlySet<string> = new Set(['verified', 'failed']);

/** The sandboxes of the server are among them. */
export const domainRowsQuery = {
  ...endless<DomainRow>('domains', `${own}/domains`),
  refetchInterval: ({
    state,
  }: {
    state: { data?: { pages: readonly { data: readonly DomainRow[] }[] } | undefined };
  }) =>
    (state.data?.pages ?? []).some(({ data }) => data.some(({ status }) => status === 'pending')) ? pendingMs : false,
} as const;

/** What the last check found. Asked for again only while an answer of DNS may still change it. */
export const findingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['domains', 'findings', id],
    queryFn: ({ signal }) =>
      ask<DomainFindings>('GET', `${own}/domains/${encodeURIComponent(id)}/findings`, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      if (data.check_awaited) return awaitedMs;
      return atRest.has(data.status) && data.claim === null ? false : pendingMs;
    },
  });

/** The server asks DNS each time, so it is read anew only after another check. */
export const dmarcQuery = (id: string, checkedAt: string | null) =>
  queryOptions({
    queryKey: ['domains', 'dmarc', id, checkedAt],
    queryFn: ({ signal }) => ask<Dmarc>('GET', `${own}/domains/${encodeURIComponent(id)}/dmarc`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const regionsQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ signal }) => ask<Regions>('GET', `${own}/regions`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
