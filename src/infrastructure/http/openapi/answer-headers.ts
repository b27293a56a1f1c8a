import { isForAnyone, isOfPage } from '../edge/access.js';
import type { JsonSchema } from '../edge/field.js';
import type { Operation } from './operation.js';

const integer = (description: string): JsonSchema => ({ description, schema: { type: 'integer', minimum: 0 } });

/** The header fields that answers have beside those of HTTP itself. Draft 06 of the IETF names the first four. */
export const answerHeaders: Readonly<Record<string, JsonSchema>> = {
  'ratelimit-limit': integer(
    'The number of requests that the team can make per second. Absent if no rate limit is set.',
  ),
  'ratelimit-remaining': integer('The number of requests left in the current second.'),
  'ratelimit-reset': integer('The number of seconds until the next window begins.'),
  'ratelimit-policy': {
    description: 'The rate limit and its window in seconds, such as `10;w=1`.',
    schema: { type: 'string', pattern: '^\\d+;w=1$' },
  },
  'retry-after': integer('The number of seconds to wait before you repeat the request.'),
  'www-authenticate': {
    description: 'The authentication scheme: `Bearer`.',
    schema: { type: 'string', const: 'Bearer' },
  },
  'x-request-id': {
    description: 'The ID of this request in `/logs` and in the server’s log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'x-resend-daily-quota': integer(
    'The number of recipients that the team has used of the daily quota on the current UTC day. Absent if no daily quota is set.',
  ),
  'x-resend-monthly-quota': integer(
    'The number of recipients that the team has used of the monthly quota in the current UTC month. Absent if no monthly quota is set.',
  ),
};

const rateLimit = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'];
const quota = ['x-resend-daily-quota', 'x-resend-monthly-quota'];
/** Answered before the request is counted. */
const uncountedStatuses = new Set(['401', '503']);

/** The header fields that an endpoint's answer with this status may have. */
export function headersOf({ access, path }: Operation, status: string): JsonSchema {
  const counted = !isForAnyone(access) && !isOfPage(path) && !uncountedStatuses.has(status);
  const names = [
    'x-request-id',
    ...(counted ? rateLimit : []),
    ...(access === 'sending' && !uncountedStatuses.has(status) ? quota : []),
    ...(status === '429' || status === '503' ? ['retry-after'] : []),
    ...(status === '401' ? ['www-authenticate'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
