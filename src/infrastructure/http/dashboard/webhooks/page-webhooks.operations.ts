import type { MessageFilter } from '../../../../application/webhook/read-messages.js';
import { invalid } from '../../edge/errors/api-error.js';
import { readTime } from '../../openapi/filters.js';
import { get, id as pathParameter, oneErrors, query } from '../../openapi/operation.js';
import { emailId, listOf } from '../../openapi/shared-examples.js';
import { webhookEventTypes } from '../../webhooks/webhooks.operations.js';
import * as answers from './page-webhooks.answers.js';

/** The filters of the messages of an endpoint, each absent or one value. */
export function readMessageFilter(asked: unknown): MessageFilter {
  const { status, type, since, until } = asked as Readonly<Record<string, unknown>>;
  return {
    ...(status === undefined ? {} : { status: readOneOf('status', status, answers.messageStatuses) }),
    ...(type === undefined ? {} : { type: readOneOf('type', type, webhookEventTypes) }),
    ...(since === undefined ? {} : { since: new Date(readTime(since, 'since')).toISOString() }),
    ...(until === undefined ? {} : { until: new Date(readTime(until, 'until')).toISOString() }),
  };
}

function readOneOf<Known extends string>(parameter: string, value: unknown, known: readonly Known[]): Known {
  const found = known.find((each) => each === value);
  if (found === undefined) throw invalid(`The \`${parameter}\` parameter must be one of ${known.join(', ')}.`);
  return found;
}

const at = '2026-01-02T03:04:05.678Z';
const message = {
  id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
  type: 'email.delivered',
  created_at: at,
  status: 'success',
  attempts: 1,
  attempted_at: at,
  http_status_code: 200,
  error: null,
  next_attempt_at: null,
  email_id: emailId,
} as const;
const endpoint = {
  id: '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77',
  endpoint: 'https://hooks.example.com/posthorn',
  events: ['email.delivered', 'email.bounced'],
  status: 'enabled',
  why: null,
  created_at: at,
  recent: { messages: 100, taken: 98, failed: 0 },
  retrying: 2,
  retrying_since: at,
  failing_since: null,
  behind_since: null,
} as const;

export const listEndpoints = get({
  path: '/dashboard-api/webhooks',
  summary: 'List endpoints and how they stand, newest first',
  parameters: [],
  answer: answers.endpointList,
  errors: {},
  examples: { list: { summary: 'One endpoint', answer: listOf(endpoint) } },
});

export const getStanding = get({
  path: '/dashboard-api/webhooks/{id}/standing',
  summary: 'How an endpoint stands',
  answer: answers.endpointStanding,
  examples: {
    one: {
      summary: 'Two messages wait for another attempt',
      answer: { object: 'webhook_standing', ...endpoint, former_secret_until: null },
    },
  },
});

export const listEndpointMessages = get({
  path: '/dashboard-api/webhooks/{id}/messages',
  summary: 'List what an endpoint was sent, newest first',
  parameters: [
    pathParameter,
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
    query('after', { type: 'string' }, 'Older than the message with this id.'),
    query('status', { type: 'string', enum: answers.messageStatuses }, '`failed`: given up.'),
    query('type', { type: 'string', enum: webhookEventTypes }, 'Of this type.'),
    query('since', { type: 'string', format: 'date-time' }, 'About what happened then or later.'),
    query('until', { type: 'string', format: 'date-time' }, 'About what happened before.'),
  ],
  answer: answers.endpointMessageList,
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    list: {
      summary: 'One message, which was taken',
      answer: listOf(message),
    },
  },
});
