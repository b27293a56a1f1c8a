import type { ReadFeedOptions } from '../../../application/webhook/feed/read-feed.js';
import { invalid } from '../edge/errors/api-error.js';
import { defaultLimit, readLaterPage } from '../edge/page.js';
import { get, listErrors, query } from '../openapi/operation.js';
import { emailId } from '../openapi/shared-examples.js';
import * as answers from './feed.answers.js';
import { webhookEventTypes } from './webhooks.operations.js';

const longestWaitSeconds = 20;

/** The parameters of GET /events/feed. */
export function readFeedOptions(query: unknown): ReadFeedOptions {
  const { types, wait } = query as Readonly<Record<string, unknown>>;
  const { limit = defaultLimit, after } = readLaterPage(query);
  return { after, limit, types: types === undefined ? undefined : readTypes(types), waitMs: readWait(wait) * 1_000 };
}

function readTypes(value: unknown): readonly string[] {
  const named = typeof value === 'string' ? value.split(',') : [];
  if (named.length === 0 || !named.every((type) => webhookEventTypes.includes(type))) {
    throw invalid('The `types` parameter must be one or more event types, as `email.delivered,email.bounced`.');
  }
  return named;
}

function readWait(value: unknown): number {
  if (value === undefined) return 0;
  const seconds = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  if (seconds <= longestWaitSeconds) return seconds;
  throw invalid(`The \`wait\` parameter must be a whole number of seconds from 0 to ${longestWaitSeconds}.`);
}

export const readEventFeed = get({
  path: '/events/feed',
  summary: 'Read what happened, in order',
  description:
    'What endpoints of webhooks are sent, for those who cannot receive: the same bodies, in the order of the log. Keep `next`, and ask with it as `after`: nothing is left out, and nothing comes twice.',
  parameters: [
    query(
      'after',
      { type: 'string' },
      'The `next` of the page before. Absent: from the first event. `end`: what happens from now on.',
    ),
    query('types', { type: 'string' }, 'Only these types, with commas between them.'),
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: defaultLimit }, 'How many at most.'),
    query(
      'wait',
      { type: 'integer', minimum: 0, maximum: longestWaitSeconds, default: 0 },
      'How many seconds to wait for something to happen.',
    ),
  ],
  answer: answers.eventFeed,
  errors: listErrors,
  examples: {
    page: {
      summary: 'One event',
      answer: {
        object: 'list',
        has_more: false,
        data: [
          {
            id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
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
        ],
        next: 'zQ0r3m1vJ5o9kHcT2yXbUe7aLwPf4sGdNiR8tVqK6xBhMjCo',
      },
    },
  },
});
