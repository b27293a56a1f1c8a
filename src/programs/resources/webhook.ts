import type { Served } from './served.js';
import { webhookStreams } from '../../domain/webhook/events.js';
import { webhookLogStreams } from '../../domain/webhook/log-events.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';

export const webhook = {
  streams: [webhookStreams, webhookLogStreams],
  readModels: [webhooksProjection, webhookMessagesProjection, webhookAttemptsProjection, webhookProgressProjection],
  audit: { stateOf: foldWebhook },
  live: { subject: 'webhooks', readModel: webhooksProjection.name },
  http: async () => (await import('./webhook.http.js')).webhooksHttp,
  processManagers: async () => [
    (await import('../../application/webhook/webhook-notifier.js')).webhookNotifier,
    (await import('../../application/webhook/webhook-key-finisher.js')).webhookKeyFinisher,
  ],
} satisfies Served;
