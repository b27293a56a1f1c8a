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

/** Read again while it is being sent; of one that was sent, opens come for days, and a minute is soon enough. */
export const countsQuery = ({ id, status, paused }: Pick<Broadcast, 'id' | 'status' | 'paused'>) =>
  queryOptions({
    ...read('GET /dashboard-api/broadcasts/{id}/counts', { path: { id } }),
    staleTime: 60_000,
    refetchInterval: status === 'queued' && !paused ? sendingPollMs : false,
  });
