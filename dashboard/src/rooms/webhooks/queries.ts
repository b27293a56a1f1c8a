import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '../../api/operations';
import { pages, read } from '../../api/reading';
import type { Endpoint } from './documents';

/** While something is under way, and otherwise. */
const movingMs = 15_000;
const stillMs = 60_000;
/** Whether more than a further message may change it. */
const isMoving = ({ retrying, failing_since: failing, behind_since: behind }: Endpoint): boolean =>
  retrying > 0 || failing !== null || behind !== null;

export const endpointsQuery = queryOptions({
  ...read('GET /dashboard-api/webhooks'),
  refetchInterval: ({ state: { data } }) => (data?.data.some(isMoving) === true ? movingMs : stillMs),
});

export const webhookQuery = (id: string) => queryOptions(read('GET /dashboard-api/webhooks/{id}', { path: { id } }));

export const standingQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/standing', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isMoving(data) ? movingMs : stillMs),
  });

export const endpointMessagesQuery = (id: string, query: QueryOf<'GET /dashboard-api/webhooks/{id}/messages'>) =>
  pages('GET /dashboard-api/webhooks/{id}/messages', { path: { id }, query: { ...query, total: true } });

export const messageQuery = (id: string, messageId: string, isMoving: boolean) =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/events/{event_id}', { path: { id, event_id: messageId } }),
    refetchInterval: isMoving ? movingMs : false,
  });

export const attemptsQuery = (messageId: string) =>
  pages('GET /dashboard-api/webhook-requests', { query: { event_id: messageId } });

export const attemptQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/webhook-requests/{id}', { path: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How many failed in a range, and when that began. */
export const failedMessagesQuery = (id: string, query: QueryOf<'GET /dashboard-api/webhooks/{id}/failed-messages'>) =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/failed-messages', { path: { id }, query }),
    placeholderData: keepPreviousData,
  });

/** About how many messages a replay of all events of a range would send. */
export const replayCountQuery = (id: string, query: QueryOf<'GET /dashboard-api/webhooks/{id}/replay-count'>) =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/replay-count', { path: { id }, query }),
    placeholderData: keepPreviousData,
  });

export const figuresQuery = (id: string, range: '24h' | '7d') =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/figures', { path: { id }, query: { range } }),
    refetchInterval: stillMs,
    placeholderData: keepPreviousData,
  });

export const replaysQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/webhooks/{id}/replays', { path: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'running') === true ? movingMs : false,
  });
