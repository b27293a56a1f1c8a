import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { reveal } from '../../domain/shared/personal.js';
import { type WebhookEvent, webhookStreams, type WebhookTarget } from '../../domain/webhook/events.js';
import { webhookLogStreams } from '../../domain/webhook/log-events.js';
import { webhookHoursProjection } from '../../projections/webhooks/webhook-hours.projection.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../projections/webhooks/webhook-log.projections.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';

export const webhook = {
  streams: [webhookStreams, webhookLogStreams],
  readModels: [
    webhooksProjection,
    webhookMessagesProjection,
    webhookAttemptsProjection,
    webhookHoursProjection,
    webhookProgressProjection,
  ],
  audit: {
    stateOf: foldWebhook,
    // The host alone, as in an audit: a path may hold a password.
    nameOf: (events) =>
      lastSaid<WebhookEvent>(events, ({ data }) => ('target' in data ? hostOf(data.target) : undefined)),
  },
  live: { subject: 'webhooks', readModel: webhooksProjection.name },
  http: async () => (await import('./webhook.http.js')).webhooksHttp,
  processManagers: async () => [
    (await import('../../application/webhook/webhook-notifier.js')).webhookNotifier,
    (await import('../../application/webhook/webhook-key-finisher.js')).webhookKeyFinisher,
  ],
} satisfies Served;

function hostOf(target: Parameters<typeof reveal<WebhookTarget>>[0]): string | undefined {
  const url = reveal(target)?.url;
  return url === undefined ? undefined : new URL(url).host;
}
