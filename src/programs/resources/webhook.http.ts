import { forbidden, invalid } from '../../infrastructure/http/edge/errors/api-error.js';
import {
  countFailed,
  countReplay,
  getFigures,
  getStanding,
  listEndpointMessages,
  listEndpoints,
} from '../../infrastructure/http/dashboard/webhooks/page-webhooks.operations.js';
import { httpPart } from '../../infrastructure/http/http-part.js';
import { readEventFeed } from '../../infrastructure/http/webhooks/feed.operations.js';
import * as replays from '../../infrastructure/http/webhooks/replays.operations.js';
import * as messages from '../../infrastructure/http/webhooks/webhook-messages.operations.js';
import {
  getWebhookRequest,
  listWebhookRequests,
} from '../../infrastructure/http/webhooks/webhook-requests.operations.js';
import { testWebhook } from '../../infrastructure/http/webhooks/webhook-test.operations.js';
import * as webhooks from '../../infrastructure/http/webhooks/webhooks.operations.js';

export const webhooksHttp = httpPart({
  tag: {
    name: 'Webhooks',
    description: 'The endpoints that receive signed requests when events happen, and their messages.',
  },
  noun: 'Webhook',
  operations: [
    webhooks.createWebhook,
    webhooks.listWebhooks,
    webhooks.getWebhook,
    webhooks.changeWebhook,
    webhooks.deleteWebhook,
    webhooks.rotateWebhookSecret,
    testWebhook,
    messages.listWebhookMessages,
    messages.getWebhookMessage,
    messages.listWebhookAttempts,
    messages.replayWebhookMessage,
    replays.requestWebhookReplay,
    replays.listWebhookReplays,
    replays.getWebhookReplay,
    replays.stopWebhookReplay,
    listWebhookRequests,
    getWebhookRequest,
    readEventFeed,
    listEndpoints,
    getStanding,
    listEndpointMessages,
    countFailed,
    countReplay,
    getFigures,
  ],
  refusals: {
    'endpoint-not-https': () => invalid('Invalid `endpoint` field. It must be an https URL.'),
    'endpoint-not-public': () => invalid('Invalid `endpoint` field. Its host must have a public address.'),
    'endpoint-own': () => invalid('Invalid `endpoint` field. It leads to this server itself.'),
    'too-many-webhooks': ({ limit }) => forbidden(`This team has ${limit} webhooks, as many as a team may have.`),
    'webhook-disabled': () => invalid('This webhook is disabled. Enable it before anything is sent again.'),
    'too-many-replays': () =>
      invalid('This webhook has as many replays in progress as it may have. Wait until one of them finishes.'),
    'unknown-place': () => invalid('The `after` parameter must be the `next` of an earlier page of this team.'),
  },
});
