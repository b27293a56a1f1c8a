import { GetReplay, ListReplays, RequestReplay, StopReplay } from './manage-replays.js';
import { ChangeWebhook, CreateWebhook, DeleteWebhook, RotateWebhookSecret } from './manage-webhooks.js';
import { GetAttempt, ListTeamAttempts } from './read-attempts.js';
import { GetWebhookMessage, ListWebhookAttempts, ListWebhookMessages, ReplayWebhookMessage } from './read-messages.js';
import { GetWebhook, ListWebhooks } from './read-webhooks.js';
import { GetEndpoint, ListEndpoints } from './team-endpoints.js';
import { TestWebhook } from './test-webhook.js';

export const webhookUseCases = [
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
];
