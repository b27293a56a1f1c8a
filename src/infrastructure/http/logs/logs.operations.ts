import { GetLog, ListLogs, type LogFilter } from '../../../application/request-log/read-logs.js';
import { invalid } from '../edge/errors/api-error.js';
import { sendInSlices } from '../edge/large-answers.js';
import { inSearchedList } from '../edge/page.js';
import { type Filter, filters, isSearch, oneOfFilter, timeFilter, uuidFilter } from '../openapi/filters.js';
import { countedPage } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { createdAt, emailId, listOf } from '../openapi/shared-examples.js';
import * as answers from './logs.answers.js';

const maxPathCharacters = 512;

const method = oneOfFilter('method', ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'], 'Only requests with this method.');
const status: Filter<Pick<LogFilter, 'status' | 'statusClass'>> = {
  name: 'status',
  schema: { type: 'string', pattern: '^[1-5](xx|\\d\\d)$' },
  description: 'Only requests with this response status, such as `422`, or this class of statuses, such as `4xx`.',
  read: readStatus,
};
const path: Filter<string> = {
  name: 'path',
  schema: { type: 'string' },
  description: 'Only requests to this path, such as `/emails`. Use `{id}` for any ID.',
  read(value) {
    if (typeof value === 'string' && value.length <= maxPathCharacters && value.startsWith('/')) return value;
    throw invalid('The `path` parameter must be a path such as `/emails` or `/emails/{id}`.');
  },
};

/** A code, or the first digit of its class. */
export function readStatus(value: unknown): Pick<LogFilter, 'status' | 'statusClass'> {
  if (typeof value === 'string' && /^[1-5]xx$/i.test(value)) return { statusClass: Number(value[0]) };
  if (typeof value === 'string' && /^[1-5]\d\d$/.test(value)) return { status: Number(value) };
  throw invalid('The `status` parameter must be a status code such as `422`, or a class such as `4xx`.');
}

const filter = filters({
  status,
  method: {
    ...method,
    read: (value, name) => method.read(typeof value === 'string' ? value.toUpperCase() : value, name),
  },
  path,
  apiKeyId: uuidFilter('api_key_id', 'Only requests with the API key that has this ID.'),
  sinceMs: timeFilter('since', 'Only requests at or after this time.'),
  untilMs: timeFilter('until', 'Only requests before this time.'),
});

export const logParameters = [...countedPage, ...filter.parameters];
export function readLogFilter(query: Readonly<Record<string, unknown>>): LogFilter {
  const { status: code, ...others } = filter.read(query);
  return { ...code, ...others };
}

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
  parameters: logParameters,
  answer: answers.logList,
  examples: { list: { summary: 'A request that sent an email', answer: listOf(row) } },
  runs: ListLogs,
  input: ({ teamId, page, query }) => ({ teamId, page, filter: readLogFilter(query) }),
  isLongRead: isSearch,
  present: inSearchedList(answers.presentLogRow),
});

export const getLog = get({
  path: '/logs/{id}',
  summary: 'Get an API request with its request and response bodies',
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
  runs: GetLog,
  input: ({ teamId, path, request }) => ({ teamId, requestId: path.id, takeBytes: request.holdBytes }),
  present(found, { reply }) {
    sendInSlices(
      reply,
      found.emails.map((sent) => sent?.body),
    );
    return answers.presentLog(found);
  },
});
