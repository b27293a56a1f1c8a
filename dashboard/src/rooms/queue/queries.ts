import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { Answers } from '../../api/generated';

export type Queue = Answers['GET /dashboard-api/queue'];
export type QueueLine = Queue['data'][number];
export type Pause = Queue['pauses'][number];
export type Moved = Answers['POST /dashboard-api/queue/retry'];

const movingMs = 10_000;
const quietMs = 30_000;

export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => ask<Queue>('GET', '/dashboard-api/queue', { signal }),
  // Something may come in at any time; where something waits, it moves.
  refetchInterval: ({ state }) => ((state.data?.data?.length ?? 0) > 0 ? movingMs : quietMs),
});
