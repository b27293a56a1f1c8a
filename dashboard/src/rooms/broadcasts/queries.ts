import { queryOptions } from '@tanstack/react-query';
import type { Answer, RowOf } from '../../api/operations';
import { pages, read } from '../../api/reading';

const sendingPollMs = 3_000;

export type BroadcastRow = RowOf<'GET /dashboard-api/broadcasts'>;
export type Broadcast = Answer<'GET /dashboard-api/broadcasts/{id}'>;

interface BroadcastsSearch {
  readonly search?: string;
  readonly status?: string;
}

/** As the address of the room asks. */
export const broadcastsQuery = ({ search, status }: BroadcastsSearch) =>
  pages('GET /dashboard-api/broadcasts', { query: { search, status } });

export const broadcastQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/broadcasts/{id}', { path: { id } }));

export const policyQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/broadcasts/{id}/policy', { path: { id } }));

export type AbTest = Answer<'GET /dashboard-api/broadcasts/{id}/ab-test'>;

/** Read again while it is being sent: a winner may be chosen meanwhile. */
export const abTestQuery = ({ id, status, paused }: Pick<Broadcast, 'id' | 'status' | 'paused'>) =>
  queryOptions({
    ...read('GET /dashboard-api/broadcasts/{id}/ab-test', { path: { id } }),
    refetchInterval: status === 'queued' && !paused ? sendingPollMs : false,
  });

export type Results = Answer<'GET /dashboard-api/broadcasts/{id}/results'>;

/** Read again while it is being sent. */
export const resultsQuery = ({ id, status, paused }: Pick<Broadcast, 'id' | 'status' | 'paused'>) =>
  queryOptions({
    ...read('GET /dashboard-api/broadcasts/{id}/results', { path: { id } }),
    refetchInterval: status === 'queued' && !paused ? sendingPollMs : false,
  });

export type Counts = Answer<'GET /dashboard-api/broadcasts/{id}/counts'>;

let lastCounts: Promise<unknown> = Promise.resolve();

/** One after the other: a page has fifty rows, and a person may have ten long reads at the server, waiting included. */
function inTurn<Read>(counts: () => Promise<Read>): Promise<Read> {
  const mine = lastCounts.then(counts, counts);
  lastCounts = mine;
  return mine;
}

/** Read again while it is being sent; of one that was sent, opens come for days, and a minute is soon enough. */
export const countsQuery = ({ id, status, paused }: Pick<Broadcast, 'id' | 'status' | 'paused'>) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/broadcasts/{id}/counts', { path: { id } });
  return queryOptions({
    queryKey,
    queryFn: (asked) => inTurn(() => queryFn(asked)),
    staleTime: 60_000,
    refetchInterval: status === 'queued' && !paused ? sendingPollMs : false,
  });
};
