import { webhookUseCases } from '../../application/webhook/use-cases.js';
import { feedUseCases } from '../../application/webhook/feed/use-cases.js';
import { WebhooksController } from '../../infrastructure/http/webhooks/webhooks.controller.js';
import { WebhookReplaysController } from '../../infrastructure/http/webhooks/replays.controller.js';
import { WebhookRequestsController } from '../../infrastructure/http/webhooks/webhook-requests.controller.js';
import { EventFeedController } from '../../infrastructure/http/webhooks/feed.controller.js';
import { PageWebhooksController } from '../../infrastructure/http/dashboard/webhooks/page-webhooks.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const webhooksHttp = {
  tag: { name: 'Webhooks', description: 'Endpoints that are sent what happens, and what they were sent.' },
  controllers: [
    WebhooksController,
    WebhookReplaysController,
    WebhookRequestsController,
    EventFeedController,
    PageWebhooksController,
  ],
  useCases: [...webhookUseCases, ...feedUseCases],
} satisfies HttpPart;
