import { z } from 'zod';
import type { Message } from '../../../application/webhook/endpoint-messages.js';
import { type ReadFeedOptions, ReadFeed } from '../../../application/webhook/feed/read-feed.js';
import { invalid } from '../edge/errors/api-error.js';
import { closedSignal } from '../edge/left.js';
import { defaultLimit, readLaterPage } from '../edge/page.js';
import { type Answer, query } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { emailId } from '../openapi/shared-examples.js';
import { messageId, messagePayload } from './webhooks.answers.js';
import { webhookEventTypes } from './webhooks.bodies.js';

const longestWaitSeconds = 20;

/** The parameters of GET /events/feed. */
function readFeedOptions(query: Readonly<Record<string, unknown>>): ReadFeedOptions {
  const { types, wait } = query;
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

const feedMessage = messagePayload.extend({
  id: messageId.describe('The same whenever it is asked for. An endpoint gets the same event under an id of its own.'),
});

export const eventFeed = z.strictObject({
  object: z.literal('list'),
  has_more: z.boolean().describe('Ask again at once, with `next`; also where this page is empty.'),
  data: z.array(feedMessage),
  next: z.string().describe('What `after` is to be in the next request.'),
});

function presentFeedMessage({ id, payload, createdAt }: Message): Answer<typeof feedMessage> {
  return { id, type: payload.type, created_at: createdAt, data: payload.data };
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
  answer: eventFeed,
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
  runs: ReadFeed,
  input: ({ query: given, teamId, reply }) => ({ teamId, options: readFeedOptions(given), left: closedSignal(reply) }),
  present: ({ messages, next, hasMore }) => ({
    object: 'list' as const,
    has_more: hasMore,
    data: messages.map(presentFeedMessage),
    next,
  }),
});
