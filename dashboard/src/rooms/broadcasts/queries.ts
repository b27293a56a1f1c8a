import { queryOptions } from '@tanstack/react-query';
import type { Answer, RowOf } from '../../api/operations';
import { figuresOf } from '../../api/figures';
import { pages, read } from '../../api/reading';

const sendingPollMs = 3_000;
/** So long after the last email was made, some of them are still on their way. */
const settlingMs = 60_000;

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

/** What tells whether figures of a broadcast still change on their own. */
type Moving = Pick<Broadcast, 'status' | 'paused' | 'sent_at'>;

/** How soon figures are read again; false: nothing changes them but people. */
export const movingPoll =
  ({ status, paused, sent_at: sentAt }: Moving) =>
  (): number | false => {
    const isSettling = status === 'sent' && sentAt !== null && Date.now() - Date.parse(sentAt) < settlingMs;
    return isSettling || (status === 'queued' && !paused) ? sendingPollMs : false;
  };

/** Read again while it is being sent: a winner may be chosen meanwhile. */
export const abTestQuery = ({ id, ...moving }: Moving & Pick<Broadcast, 'id'>) =>
  queryOptions({
    ...read('GET /dashboard-api/broadcasts/{id}/ab-test', { path: { id } }),
    refetchInterval: movingPoll(moving),
  });

export type Results = Answer<'GET /dashboard-api/broadcasts/{id}/results'>;

/** Read again while it is being sent. */
export const resultsQuery = ({ id, ...moving }: Moving & Pick<Broadcast, 'id'>) =>
  queryOptions({
    ...read('GET /dashboard-api/broadcasts/{id}/results', { path: { id } }),
    refetchInterval: movingPoll(moving),
  });

export type Counts = Answer<'GET /dashboard-api/broadcasts/counts'>['data'][number];

/** Read again while it is being sent. */
export const countsQuery = ({ id, ...moving }: Moving & Pick<Broadcast, 'id'>) =>
  queryOptions({
    ...figuresOf('GET /dashboard-api/broadcasts/counts', id),
    refetchInterval: movingPoll(moving),
  });
