import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { List } from '../../api/documents';
import { endless, type Parameters } from '../../api/endless';
import type { Attempt, AttemptRow, Endpoint, Message, MessageRow, Replay, Standing, Webhook } from './documents';

const path = '/dashboard-api/webhooks';
/** While something is under way, and otherwise. */
const movingMs = 15_000;
const stillMs = 60_000;
/** Whether more than a further message may change it. */
const isMoving = ({ retrying, failing_since: failing, behind_since: behind }: Endpoint): boolean =>
  retrying > 0 || failing !== null || behind !== null;
const one = (id: string): string => `${path}/${encodeURIComponent(id)}`;
const read = <Document>(address: string) => ({
  queryFn: ({ signal }: { signal: AbortSignal }) => ask<Document>('GET', address, { signal }),
});

export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  ...read<List<Endpoint>>(path),
  refetchInterval: ({ state: { data } }) => (data?.data.some(isMoving) === true ? movingMs : stillMs),
});

export const webhookQuery = (id: string) =>
  queryOptions({ queryKey: ['webhooks', id, 'settings'], ...read<Webhook>(one(id)) });

export const standingQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'standing'],
    ...read<Standing>(`${one(id)}/standing`),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isMoving(data) ? movingMs : stillMs),
  });

export const endpointMessagesQuery = (id: string, filters: Parameters) =>
  endless<MessageRow>(`webhook-messages ${id}`, `${one(id)}/messages`, filters);

export const messageQuery = (id: string, messageId: string, isMoving: boolean) =>
  queryOptions({
    queryKey: ['webhooks', id, 'message', messageId],
    ...read<Message>(`${one(id)}/events/${encodeURIComponent(messageId)}`),
    refetchInterval: isMoving ? movingMs : false,
  });

export const attemptsQuery = (messageId: string) =>
  endless<AttemptRow>('webhook-attempts', '/dashboard-api/webhook-requests', { event_id: messageId });

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-attempt', id],
    ...read<Attempt>(`/dashboard-api/webhook-requests/${encodeURIComponent(id)}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const replaysQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'replays'],
    ...read<List<Replay>>(`${one(id)}/replays`),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'running') === true ? movingMs : false,
  });
