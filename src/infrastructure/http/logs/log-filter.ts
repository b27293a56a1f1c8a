import type { LogFilter } from '../../../application/request-log/read-logs.js';
import { invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The filters of GET /logs, each absent or one value. */
export function readLogFilter(query: unknown): LogFilter {
  const { status, method, api_key_id: apiKeyId, since, until } = query as Readonly<Record<string, unknown>>;
  return {
    ...(status === undefined ? {} : readStatus(status)),
    ...(method === undefined ? {} : { method: readMethod(method) }),
    ...(apiKeyId === undefined ? {} : { apiKeyId: readApiKeyId(apiKeyId) }),
    ...(since === undefined ? {} : { sinceMs: readTime('since', since) }),
    ...(until === undefined ? {} : { untilMs: readTime('until', until) }),
  };
}

function readStatus(value: unknown): Pick<LogFilter, 'status' | 'statusClass'> {
  if (typeof value === 'string' && /^[1-5]xx$/i.test(value)) return { statusClass: Number(value[0]) };
  if (typeof value === 'string' && /^[1-5]\d\d$/.test(value)) return { status: Number(value) };
  throw invalid('The `status` parameter must be a status code such as `422`, or a class such as `4xx`.');
}

function readMethod(value: unknown): string {
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (!methods.includes(method)) throw invalid(`The \`method\` parameter must be one of ${methods.join(', ')}.`);
  return method;
}

function readApiKeyId(value: unknown): string {
  if (!isUuid(value)) throw invalid('The `api_key_id` parameter must be a valid UUID.');
  return value.toLowerCase();
}

function readTime(parameter: string, value: unknown): number {
  const milliseconds = typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw invalid(`The \`${parameter}\` parameter must be a day or a time with a zone, as ISO 8601 writes it.`);
  }
  return milliseconds;
}
