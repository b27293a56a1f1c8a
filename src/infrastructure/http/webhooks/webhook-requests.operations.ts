import type { AttemptFilter } from '../../../application/webhook/attempt-log.js';
import { invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';
import { readStatus } from '../logs/logs.operations.js';
import { readTime } from '../openapi/filters.js';
import { get, listErrors, query } from '../openapi/operation.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import * as answers from './webhook-requests.answers.js';
import { webhookEventTypes } from './webhooks.operations.js';

const noAnswer = 'none';

/** The filters of GET /webhook-requests, each absent or one value. */
export function readRequestFilter(asked: unknown): AttemptFilter {
  const given = asked as Readonly<Record<string, unknown>>;
  const { status, type, outcome, since, until } = given;
  const { webhook_id: webhookId, event_id: messageId, email_id: aboutEmail } = given;
  return {
    ...(webhookId === undefined ? {} : { webhookId: readId('webhook_id', webhookId) }),
    ...(messageId === undefined ? {} : { messageId: readMessageId(messageId) }),
    ...(aboutEmail === undefined ? {} : { emailId: readId('email_id', aboutEmail) }),
    ...(type === undefined ? {} : { type: readOneOf('type', type, webhookEventTypes) }),
    ...(outcome === undefined ? {} : { outcome: readOneOf('outcome', outcome, answers.outcomes) }),
    ...(status === undefined ? {} : status === noAnswer ? { statusClass: 0 } : readStatus(status)),
    ...(since === undefined ? {} : { sinceMs: readTime(since, 'since') }),
    ...(until === undefined ? {} : { untilMs: readTime(until, 'until') }),
  };
}

function readId(parameter: string, value: unknown): string {
  if (!isUuid(value)) throw invalid(`The \`${parameter}\` parameter must be a valid UUID.`);
  return value.toLowerCase();
}

function readMessageId(value: unknown): string {
  if (typeof value === 'string' && /^msg_[0-9a-f]{32}$/.test(value)) return value;
  throw invalid('The `event_id` parameter must be the id of a message: `msg_` and 32 hex digits.');
}

function readOneOf<Known extends string>(parameter: string, value: unknown, known: readonly Known[]): Known {
  const found = known.find((each) => each === value);
  if (found === undefined) throw invalid(`The \`${parameter}\` parameter must be one of ${known.join(', ')}.`);
  return found;
}

const uuid = { type: 'string', format: 'uuid' };
const filters = [
  query('webhook_id', uuid, 'Requests to this endpoint, which may be deleted by now.'),
  query('event_id', { type: 'string' }, 'The attempts at this message.'),
  query('email_id', uuid, 'Those of all messages about this email.'),
  query('type', { type: 'string', enum: webhookEventTypes }, 'Of messages of this type.'),
  query('outcome', { type: 'string', enum: answers.outcomes }, 'What became of the attempt.'),
  query(
    'status',
    { type: 'string', pattern: '^([1-5](xx|\\d\\d)|none)$' },
    'A status such as `503`, a class such as `5xx`, or `none`: no answer came.',
  ),
  query('since', { type: 'string', format: 'date-time' }, 'Ended then or later.'),
  query('until', { type: 'string', format: 'date-time' }, 'Ended before.'),
];

const row = {
  id: 'atmpt_019a3f5e7c1a7d309c4b2f6f0a5c8e11',
  webhook_id: '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77',
  event_id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
  email_id: emailId,
  type: 'email.delivered',
  attempt: 1,
  outcome: 'delivered',
  http_status_code: 200,
  error: null,
  duration_ms: 41.7,
  sent_at: createdAt,
} as const;

export const listWebhookRequests = get({
  path: '/webhook-requests',
  isPageRead: true,
  summary: 'List the requests to endpoints, newest first',
  description: 'Every attempt at every message of the team, as long as logs of requests are kept.',
  parameters: [
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
    query('after', { type: 'string' }, 'Older than the request with this id.'),
    ...filters,
  ],
  answer: answers.webhookRequestList,
  errors: listErrors,
  examples: { list: { summary: 'One request, which was taken', answer: listOf(row) } },
});

export const getWebhookRequest = get({
  path: '/webhook-requests/{id}',
  isPageRead: true,
  parameters: [
    { in: 'path', name: 'id', required: true, schema: { type: 'string' }, description: 'The id: `atmpt_…`.' },
  ],
  summary: 'Get a request to an endpoint, with what was answered',
  answer: answers.webhookRequest,
  examples: {
    one: {
      summary: 'It was taken',
      answer: {
        object: 'webhook_request',
        ...row,
        response: 'ok',
        response_headers: [{ name: 'content-type', value: 'text/plain' }],
      },
    },
  },
});
