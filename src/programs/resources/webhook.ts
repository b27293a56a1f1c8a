import type { Served } from './served.js';
import { streams } from '../../domain/shared/event.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';

export const webhook = {
  streams: [streams('webhook', []), streams('webhooklog', [])],
  readModels: [webhooksProjection, webhookMessagesProjection, webhookAttemptsProjection, webhookProgressProjection],
  audit: { stateOf: foldWebhook },
  live: { subject: 'webhooks', readModel: webhooksProjection.name },
  http: async () => (await import('./webhook.http.js')).webhooksHttp,
} satisfies Served;
