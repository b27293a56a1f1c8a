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
  description: 'The attempts at this message.',
  read(value) {
    if (isPrefixedId('msg', value)) return value;
    throw invalid('The `event_id` parameter must be the id of a message: `msg_` and 32 hex digits.');
  },
};
const status: Filter<Pick<AttemptFilter, 'status' | 'statusClass'>> = {
  name: 'status',
  schema: { type: 'string', pattern: '^([1-5](xx|\\d\\d)|none)$' },
  description: 'A status such as `503`, a class such as `5xx`, or `none`: no answer came.',
  read: (value) => (value === noAnswer ? { statusClass: 0 } : readStatus(value)),
};

const filter = filters({
  webhookId: uuidFilter('webhook_id', 'Requests to this endpoint, which may be deleted by now.'),
  messageId,
  emailId: uuidFilter('email_id', 'Those of all messages about this email.'),
  type: oneOfFilter('type', webhookEventTypes, 'Of messages of this type.'),
  outcome: oneOfFilter('outcome', answers.outcomes, 'What became of the attempt.'),
  status,
  sinceMs: timeFilter('since', 'Ended then or later.'),
  untilMs: timeFilter('until', 'Ended before.'),
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
  summary: 'List the requests to endpoints, newest first',
  description: 'Every attempt at every message of the team, as long as logs of requests are kept.',
  parameters: [
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
    query('after', { type: 'string' }, 'Older than the request with this id.'),
    counted,
    ...filter.parameters,
  ],
  answer: answers.webhookRequestList,
  examples: { list: { summary: 'One request, which was taken', answer: listOf(row) } },
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
  noun: 'Webhook request',
  runs: GetAttempt,
  input: ({ teamId, path }) => ({ teamId, attemptId: path.id }),
  present: answers.presentRequest,
});
