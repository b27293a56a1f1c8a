import type { AttemptFilter } from '../../../application/webhook/attempt-log.js';
import { GetAttempt, ListTeamAttempts } from '../../../application/webhook/read-attempts.js';
import { invalid } from '../edge/errors/api-error.js';
import { defaultLimit, inSearchedList, readLaterPage } from '../edge/page.js';
import { isPrefixedId } from '../edge/uuid.js';
import { readStatus } from '../logs/logs.operations.js';
import { type Filter, filters, isSearch, oneOfFilter, timeFilter, uuidFilter } from '../openapi/filters.js';
import { counted, query } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import * as answers from './webhook-requests.answers.js';
import { webhookEventTypes } from './webhooks.bodies.js';

const noAnswer = 'none';

const messageId: Filter<string> = {
  name: 'event_id',
  schema: { type: 'string' },
  description: 'Only attempts of this message.',
  read(value) {
    if (isPrefixedId('msg', value)) return value;
    throw invalid('The `event_id` parameter must be the id of a message: `msg_` and 32 hex digits.');
  },
};
const status: Filter<Pick<AttemptFilter, 'status' | 'statusClass'>> = {
  name: 'status',
  schema: { type: 'string', pattern: '^([1-5](xx|\\d\\d)|none)$' },
  description: 'A status code such as `503`, a class such as `5xx`, or `none` for attempts without a response.',
  read: (value) => (value === noAnswer ? { statusClass: 0 } : readStatus(value)),
};

const filter = filters({
  webhookId: uuidFilter('webhook_id', 'Only requests to this endpoint, which can be a deleted one.'),
  messageId,
  emailId: uuidFilter('email_id', 'Only requests for messages about this email.'),
  type: oneOfFilter('type', webhookEventTypes, 'Only requests for messages of this type.'),
  outcome: oneOfFilter('outcome', answers.outcomes, 'Only attempts with this result.'),
  status,
  sinceMs: timeFilter('since', 'Only attempts that ended at this time or later.'),
  untilMs: timeFilter('until', 'Only attempts that ended before this time.'),
});

function readRequestFilter(given: Readonly<Record<string, unknown>>): AttemptFilter {
  const { status: code, ...others } = filter.read(given);
  return { ...code, ...others };
}

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
  summary: 'List webhook requests, newest first',
  description:
    'Returns all delivery attempts of all webhook endpoints of the team, for as long as request logs are kept (`REQUEST_LOG_DAYS`).',
  parameters: [
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'The maximum number of items.'),
    query('after', { type: 'string' }, 'Returns items older than the request with this ID.'),
    counted,
    ...filter.parameters,
  ],
  answer: answers.webhookRequestList,
  examples: { list: { summary: 'One request with a successful response', answer: listOf(row) } },
  runs: ListTeamAttempts,
  input: ({ teamId, query: given }) => ({
    teamId,
    page: { limit: defaultLimit, ...readLaterPage(given, 'atmpt') },
    filter: readRequestFilter(given),
  }),
  isLongRead: isSearch,
  present: inSearchedList(answers.presentRequestRow),
});

export const getWebhookRequest = get({
  path: '/webhook-requests/{id}',
  isPageRead: true,
  parameters: [
    {
      in: 'path',
      name: 'id',
      required: true,
      schema: { type: 'string' },
      description: 'The ID of the request (`atmpt_…`).',
    },
  ],
  summary: 'Get a webhook request and its response',
  answer: answers.webhookRequest,
  examples: {
    one: {
      summary: 'A request with a successful response',
      answer: {
        object: 'webhook_request',
        ...row,
        response: 'ok',
        response_headers: [{ name: 'content-type', value: 'text/plain' }],
      },
    },
  },
  noun: 'Webhook request',
  runs: GetAttempt,
  input: ({ teamId, path }) => ({ teamId, attemptId: path.id }),
  present: answers.presentRequest,
});
