import { isForAnyone, isOfPage } from '../edge/access.js';
import type { JsonSchema } from '../edge/field.js';
import type { Operation } from './operation.js';

const integer = (description: string): JsonSchema => ({ description, schema: { type: 'integer', minimum: 0 } });

/** The header fields that answers have beside those of HTTP itself. Draft 06 of the IETF names the first four. */
export const answerHeaders: Readonly<Record<string, JsonSchema>> = {
  'ratelimit-limit': integer('Requests that the team may make in a second. Absent where there is no limit.'),
  'ratelimit-remaining': integer('How many of them are left in this second.'),
  'ratelimit-reset': integer('Seconds until there are some again.'),
  'ratelimit-policy': {
    description: 'The limit and its window in seconds.',
    schema: { type: 'string', pattern: '^\\d+;w=1$' },
  },
  'retry-after': integer('Seconds to wait before the request is repeated.'),
  'www-authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  'x-request-id': {
    description: 'The id of this request: of its entry in `/logs`, and in the log of the server.',
    schema: { type: 'string', format: 'uuid' },
  },
  'x-resend-daily-quota': integer('Recipients of today (UTC), where there is a daily quota.'),
  'x-resend-monthly-quota': integer('Recipients of this month (UTC), where there is a monthly quota.'),
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
