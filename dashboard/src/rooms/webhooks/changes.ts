import { call } from '../../api/client';
import type { NewWebhook, NewReplay, TestType, WebhookChanges } from './documents';

export const webhookChanges = {
  create: (body: NewWebhook) => call('POST /webhooks', { body }),
  change: (id: string, body: WebhookChanges) => call('PATCH /webhooks/{id}', { path: { id }, body }),
  remove: (id: string, keepalive = false) => call('DELETE /webhooks/{id}', { path: { id }, keepalive }),
  rotate: (id: string) => call('POST /webhooks/{id}/signing-secret/rotate', { path: { id } }),
  test: (id: string, type: TestType) => call('POST /webhooks/{id}/test', { path: { id }, body: { type } }),
  resend: (id: string, messageId: string) =>
    call('POST /webhooks/{id}/events/{event_id}/replay', { path: { id, event_id: messageId } }),
  replay: (id: string, body: NewReplay) => call('POST /webhooks/{id}/replay', { path: { id }, body }),
  stopReplay: (id: string, replayId: string) =>
    call('POST /webhooks/{id}/replays/{replay_id}/stop', { path: { id, replay_id: replayId } }),
};
