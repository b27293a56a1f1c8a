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
  id: messageId.describe(
    'The ID of the event in the feed, the same in every response. Webhook endpoints get the event with an ID of their own.',
  ),
});

export const eventFeed = z.strictObject({
  object: z.literal('list'),
  has_more: z
    .boolean()
    .describe(
      'Whether more events follow. If true, request the next page immediately with `next`, even if this page is empty.',
    ),
  data: z.array(feedMessage),
  next: z.string().describe('The value of `after` for the next request.'),
});

function presentFeedMessage({ id, payload, createdAt }: Message): Answer<typeof feedMessage> {
  return { id, type: payload.type, created_at: createdAt, data: payload.data };
}

export const readEventFeed = get({
  path: '/events/feed',
  summary: 'Read the event feed',
  description:
    'Returns the messages of webhooks in the order of the log, for applications that can’t receive requests. Store `next` and send it as `after` in the next request: no event is omitted or returned twice.',
  parameters: [
    query(
      'after',
      { type: 'string' },
      'The `next` value of the previous page (default: start at the first event). `end` returns only events from now on.',
    ),
    query('types', { type: 'string' }, 'The event types to return, separated by commas (default: all).'),
    query(
      'limit',
      { type: 'integer', minimum: 1, maximum: 100, default: defaultLimit },
      'The maximum number of items.',
    ),
    query(
      'wait',
      { type: 'integer', minimum: 0, maximum: longestWaitSeconds, default: 0 },
      'The maximum time to wait for an event, in seconds.',
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
