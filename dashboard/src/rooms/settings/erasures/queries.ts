import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../api/client';
import { endless } from '../../../api/endless';
import type { Answers } from '../../../api/generated';

const path = '/dashboard-api/erasures';
const underWayMs = 10_000;

export type ErasureRow = Answers['GET /dashboard-api/erasures']['data'][number];
export type Erasure = Answers['GET /dashboard-api/erasures/{id}'];

export const erasuresQuery = {
  ...endless<ErasureRow>('erasures', path),
  refetchInterval: ({
    state,
  }: {
    state: { data?: { pages: readonly { data: readonly ErasureRow[] }[] } | undefined };
  }) =>
    (state.data?.pages ?? []).some(({ data }) => data.some((row) => row.state === 'requested')) ? underWayMs : false,
} as const;

export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['erasures', 'one', id],
    queryFn: ({ signal }) => ask<Erasure>('GET', `${path}/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'requested' ? underWayMs : false),
  });

/** Asks for it; the server carries it out in its own time. */
export const requestErasure = (body: { email: string; confirmation: string }) =>
  ask<{ id: string }>('POST', path, { body });
