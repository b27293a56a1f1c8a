import { ask } from '../../api/client';
import type { NewWebhook, ReplayWish, TestResult, TestType, WebhookChanges, WebhookSecret } from './documents';

const one = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

export const webhookChanges = {
  create: (body: NewWebhook) => ask<WebhookSecret>('POST', '/webhooks', { body }),
  change: (id: string, body: WebhookChanges) => ask<object>('PATCH', one(id), { body }),
  remove: (id: string, keepalive = false) => ask<object>('DELETE', one(id), { keepalive }),
  rotate: (id: string) => ask<WebhookSecret>('POST', `${one(id)}/signing-secret/rotate`),
  test: (id: string, type: TestType) => ask<TestResult>('POST', `${one(id)}/test`, { body: { type } }),
  resend: (id: string, messageId: string) =>
    ask<object>('POST', `${one(id)}/events/${encodeURIComponent(messageId)}/replay`),
  replay: (id: string, body: ReplayWish) => ask<object>('POST', `${one(id)}/replay`, { body }),
  stopReplay: (id: string, replayId: string) =>
    ask<object>('POST', `${one(id)}/replays/${encodeURIComponent(replayId)}/stop`),
};
