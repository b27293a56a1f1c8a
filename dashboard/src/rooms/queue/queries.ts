import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';

type Queue = Answer<'GET /dashboard-api/queue'>;
export type QueueLine = Queue['data'][number];
export type Pause = Queue['pauses'][number];
export type Moved = Answer<'POST /dashboard-api/queue/retry'>;

const movingMs = 10_000;
const quietMs = 30_000;

export const queueQuery = queryOptions({
  ...read('GET /dashboard-api/queue'),
  // Something may come in at any time; where something waits, it moves.
  refetchInterval: ({ state }) => ((state.data?.data?.length ?? 0) > 0 ? movingMs : quietMs),
});
