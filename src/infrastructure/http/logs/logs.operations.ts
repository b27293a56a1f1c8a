import type { LogFilter } from '../../../application/request-log/read-logs.js';
import { invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';
import { get, listErrors, page, query } from '../openapi/operation.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import * as answers from './logs.answers.js';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const maxPathCharacters = 512;
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The filters of GET /logs, each absent or one value. */
export function readLogFilter(query: unknown): LogFilter {
  const { status, method, path, api_key_id: apiKeyId, since, until } = query as Readonly<Record<string, unknown>>;
  return {
    ...(status === undefined ? {} : readStatus(status)),
    ...(method === undefined ? {} : { method: readMethod(method) }),
    ...(path === undefined ? {} : { path: readPath(path) }),
    ...(apiKeyId === undefined ? {} : { apiKeyId: readApiKeyId(apiKeyId) }),
    ...(since === undefined ? {} : { sinceMs: readTime('since', since) }),
    ...(until === undefined ? {} : { untilMs: readTime('until', until) }),
  };
}

/** A code, or the first digit of its class. */
export function readStatus(value: unknown): Pick<LogFilter, 'status' | 'statusClass'> {
  if (typeof value === 'string' && /^[1-5]xx$/i.test(value)) return { statusClass: Number(value[0]) };
  if (typeof value === 'string' && /^[1-5]\d\d$/.test(value)) return { status: Number(value) };
  throw invalid('The `status` parameter must be a status code such as `422`, or a class such as `4xx`.');
}

function readMethod(value: unknown): string {
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (!methods.includes(method)) throw invalid(`The \`method\` parameter must be one of ${methods.join(', ')}.`);
  return method;
}

function readPath(value: unknown): string {
  if (typeof value === 'string' && value.length <= maxPathCharacters && value.startsWith('/')) return value;
  throw invalid('The `path` parameter must be a path such as `/emails` or `/emails/{id}`.');
}

function readApiKeyId(value: unknown): string {
  if (!isUuid(value)) throw invalid('The `api_key_id` parameter must be a valid UUID.');
  return value.toLowerCase();
}

/** In milliseconds since the epoch. */
export function readTime(parameter: string, value: unknown): number {
  const milliseconds = typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw invalid(`The \`${parameter}\` parameter must be a day or a time with a zone, as ISO 8601 writes it.`);
  }
  return milliseconds;
}

export const logFilters = [
  query(
    'status',
    { type: 'string', pattern: '^[1-5](xx|\\d\\d)$' },
    'A status such as `422`, or a class such as `4xx`.',
  ),
  query('method', { type: 'string', enum: methods }, 'The method.'),
  query('path', { type: 'string' }, 'The path, such as `/emails`. `{id}` in it stands for any id.'),
  query('api_key_id', { type: 'string', format: 'uuid' }, 'Requests with this API key.'),
  query('since', { type: 'string', format: 'date-time' }, 'Came in then or later.'),
  query('until', { type: 'string', format: 'date-time' }, 'Came in before.'),
];
const row = {
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  created_at: createdAt,
  endpoint: '/emails',
  method: 'POST',
  response_status: 200,
  user_agent: 'resend-node:6.38.0',
} as const;

export const listLogs = get({
  path: '/logs',
  summary: 'List API requests, newest first',
  parameters: [...page, ...logFilters],
  answer: answers.logList,
  errors: listErrors,
  examples: { list: { summary: 'The newest requests', answer: listOf(row) } },
});

export const getLog = get({
  path: '/logs/{id}',
  summary: 'Get an API request with what was sent and answered',
  answer: answers.log,
  examples: {
    sent: {
      summary: 'A request that sent an email',
      answer: {
        object: 'log',
        ...row,
        request_body: {
          from: 'Shop <onboarding@resend.dev>',
          to: ['delivered@resend.dev'],
          subject: 'Your order',
          text: 'Thank you for your order.',
        },
        response_body: { id: emailId },
      },
    },
  },
});
