import type { Resource } from '../../application/shared/resource.js';
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
} satisfies Resource;
