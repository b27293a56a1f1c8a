import { queryOptions } from '@tanstack/react-query';
import type { Answer, RowOf } from '../../api/operations';
import { figuresOf } from '../../api/figures';
import { pages, read } from '../../api/reading';

const sendingPollMs = 3_000;

export type BroadcastRow = RowOf<'GET /dashboard-api/broadcasts'>;
export type Broadcast = Answer<'GET /dashboard-api/broadcasts/{id}'>;

interface BroadcastsSearch {
  readonly search?: string;
  readonly status?: string;
  readonly sort?: string;
}

/** As the address of the room asks. */
export const broadcastsQuery = ({ search, status, sort }: BroadcastsSearch) =>
  pages('GET /dashboard-api/broadcasts', { query: { search, status, sort } });

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

export type Counts = Answer<'GET /dashboard-api/broadcasts/counts'>['data'][number];

/** Read again while it is being sent. */
export const countsQuery = ({ id, status, paused }: Pick<Broadcast, 'id' | 'status' | 'paused'>) =>
  queryOptions({
    ...figuresOf('GET /dashboard-api/broadcasts/counts', id),
    refetchInterval: status === 'queued' && !paused ? sendingPollMs : false,
  });
