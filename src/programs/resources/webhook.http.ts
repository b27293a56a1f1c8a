import { GetReplay, ListReplays, RequestReplay, StopReplay } from '../../application/webhook/manage-replays.js';
import {
  ChangeWebhook,
  CreateWebhook,
  DeleteWebhook,
  RotateWebhookSecret,
} from '../../application/webhook/manage-webhooks.js';
import { GetAttempt, ListTeamAttempts } from '../../application/webhook/read-attempts.js';
import {
  GetWebhookMessage,
  ListWebhookAttempts,
  ListWebhookMessages,
  ReplayWebhookMessage,
} from '../../application/webhook/read-messages.js';
import { GetWebhook, ListWebhooks } from '../../application/webhook/read-webhooks.js';
import { GetEndpoint, ListEndpoints } from '../../application/webhook/team-endpoints.js';
import { TestWebhook } from '../../application/webhook/test-webhook.js';
import { ReadFeed } from '../../application/webhook/feed/read-feed.js';
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
  useCases: [
    CreateWebhook,
    ChangeWebhook,
    DeleteWebhook,
    RotateWebhookSecret,
    ListWebhooks,
    ListEndpoints,
    GetEndpoint,
    GetWebhook,
    ListWebhookMessages,
    GetWebhookMessage,
    ListWebhookAttempts,
    ReplayWebhookMessage,
    RequestReplay,
    ListReplays,
    GetReplay,
    StopReplay,
    ListTeamAttempts,
    GetAttempt,
    TestWebhook,
    ReadFeed,
  ],
} satisfies HttpPart;
