import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client';
import type { Answer, Body } from '../../../api/operations';
import { type Listed, pages, read } from '../../../api/reading';

const underWayMs = 10_000;

export type ErasureRow = Answer<'GET /dashboard-api/erasures'>['data'][number];
export type Erasure = Answer<'GET /dashboard-api/erasures/{id}'>;

export const erasuresQuery = {
  ...pages('GET /dashboard-api/erasures'),
  refetchInterval: ({ state }: Listed<ErasureRow>) =>
    (state.data?.pages ?? []).some(({ data }) => data.some((row) => row.state === 'requested')) ? underWayMs : false,
} as const;

export const erasureQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/erasures/{id}', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'requested' ? underWayMs : false),
  });

/** Asks for it; the server carries it out in its own time. */
export const requestErasure = (body: Body<'POST /dashboard-api/erasures'>) =>
  call('POST /dashboard-api/erasures', { body });
