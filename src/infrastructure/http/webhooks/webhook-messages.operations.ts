import {
  GetWebhookMessage,
  ListWebhookAttempts,
  ListWebhookMessages,
  ReplayWebhookMessage,
} from '../../../application/webhook/read-messages.js';
import { defaultLimit, inList, readLaterPage } from '../edge/page.js';
import { id as pathParameter, oneErrors, query } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import { changed } from '../openapi/shared-schemas.js';
import * as answers from './webhooks.answers.js';

const noun = 'Webhook event';
const messageId = 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2';
const message = { id: messageId, type: 'email.delivered', created_at: createdAt, status: 'success' } as const;
const eventParameter = {
  in: 'path',
  name: 'event_id',
  required: true,
  schema: { type: 'string' },
  description: 'The ID of the message (`msg_…`).',
};
const messageParameters = [pathParameter, eventParameter];
const laterPage = (item: string) => [
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'The maximum number of items.'),
  query('after', { type: 'string' }, `Returns items older than the ${item} with this ID.`),
];
const listOfOneErrors = { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] } as const;

export const listWebhookMessages = get({
  path: '/webhooks/{id}/events',
  summary: 'List the messages of a webhook endpoint, newest first',
  parameters: [pathParameter, ...laterPage('message')],
  answer: answers.webhookMessageList,
  errors: listOfOneErrors,
  examples: { list: { summary: 'One delivered message', answer: listOf(message) } },
  noun: 'Webhook',
  runs: ListWebhookMessages,
  input: ({ teamId, path, query }) => ({
    teamId,
    webhookId: path.id,
    page: { limit: defaultLimit, ...readLaterPage(query, 'msg') },
    filter: {},
  }),
  present: inList(answers.presentMessage),
});

export const getWebhookMessage = get({
  path: '/webhooks/{id}/events/{event_id}',
  isPageRead: true,
  summary: 'Get a message of a webhook endpoint',
  parameters: messageParameters,
  answer: answers.oneWebhookMessage,
  examples: {
    one: {
      summary: 'A message with its payload',
      answer: {
        object: 'webhook_event',
        ...message,
        next_attempt_at: null,
        payload: {
          type: 'email.delivered',
          created_at: '2026-01-02T03:04:05.678Z',
          data: {
            email_id: emailId,
            created_at: '2026-01-02T03:04:05.123Z',
            message_id: '<019a3f5e@posthorn.test>',
            from: 'Shop <onboarding@resend.dev>',
            to: ['delivered@resend.dev'],
            subject: 'Your order',
          },
        },
      },
    },
  },
  noun,
  runs: GetWebhookMessage,
  input: ({ teamId, path }) => ({ teamId, webhookId: path.id, messageId: path.event_id }),
  present: answers.presentOneMessage,
});

export const listWebhookAttempts = get({
  path: '/webhooks/{id}/events/{event_id}/attempts',
  summary: 'List the delivery attempts of a message, newest first',
  parameters: [...messageParameters, ...laterPage('attempt')],
  answer: answers.webhookAttemptList,
  errors: listOfOneErrors,
  examples: {
    list: {
      summary: 'A successful first attempt',
      answer: listOf({
        id: 'atmpt_019a3f5e7c1a7d309c4b2f6f0a5c8e11',
        http_status_code: 200,
        response: 'ok',
        sent_at: createdAt,
      }),
    },
  },
  noun,
  runs: ListWebhookAttempts,
  input: ({ teamId, path, query }) => ({
    teamId,
    webhookId: path.id,
    messageId: path.event_id,
    page: { limit: defaultLimit, ...readLaterPage(query, 'atmpt') },
  }),
  present: inList(answers.presentAttempt),
});

export const replayWebhookMessage = post({
  path: '/webhooks/{id}/events/{event_id}/replay',
  summary: 'Send a message again with the same ID',
  parameters: messageParameters,
  answer: answers.replayedWebhookMessage,
  errors: listOfOneErrors,
  examples: {
    replayed: { summary: 'A message that is sent again', answer: { object: 'webhook_event', id: messageId } },
  },
  noun,
  runs: ReplayWebhookMessage,
  input: ({ context, path }) => ({ context, webhookId: path.id, messageId: path.event_id }),
  present: changed('webhook_event'),
});
