import { z } from 'zod';
import {
  GetReplay,
  ListReplays,
  RequestReplay,
  type RequestReplayOptions,
  type ShownReplay,
  StopReplay,
} from '../../../application/webhook/manage-replays.js';
import { invalid } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { listOf as list } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { type Answer, id as pathParameter } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { changed, id, isoTime, listOf, loggedText, oneChanged, timestamp } from '../openapi/shared-schemas.js';
import { eventsRule } from './webhooks.bodies.js';

const object = 'webhook_replay' as const;
const noun = 'Webhook replay';

const iso8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const mostPerSecond = 1_000;

/** A date or a time of ISO 8601; the value is in UTC, with milliseconds. */
const timeRule: FieldRule<string> = {
  schema: { type: 'string', 'x-logged': true, examples: ['2026-01-02T03:04:05Z', '2026-01-02'] },
  parse(value, field) {
    const atMs = typeof value === 'string' && iso8601.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(atMs)) {
      return { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time, such as \`2026-01-02T03:04:05Z\`.` };
    }
    return { value: new Date(atMs).toISOString() };
  },
};

const failedRule: FieldRule<'failed'> = {
  schema: { type: 'string', enum: ['failed'], description: 'Send only messages that failed (default: every event).' },
  parse(value, field) {
    return value === 'failed'
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be \`failed\`, or absent.` };
  },
};

const rateRule: FieldRule<number> = {
  schema: {
    type: 'integer',
    minimum: 1,
    maximum: mostPerSecond,
    default: 100,
    description: 'The maximum number of messages per second.',
  },
  parse(value, field) {
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostPerSecond
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a whole number from 1 to ${mostPerSecond}.` };
  },
};

/** POST /webhooks/{id}/replay */
class RequestReplayBody implements Omit<RequestReplayOptions, 'perSecond'> {
  @Field(described(timeRule, 'The start of the time range, inclusive.'), required) since!: string;
  @Field(described(timeRule, 'The end of the time range, exclusive (default: the time of the request).')) until:
    | string
    | undefined;
  @Field(failedRule) status: 'failed' | undefined;
  @Field(
    described(eventsRule, 'The event types to send (default: the types of the endpoint). Not together with `status`.'),
  )
  types: readonly string[] | undefined;
  @Field(rateRule) per_second: number | undefined;
}

const members = {
  id,
  scope: z
    .enum(['failed', 'events'])
    .describe('`failed` if the replay sends only failed messages, `events` if it sends every event.'),
  since: isoTime.nullable(),
  until: isoTime
    .nullable()
    .describe('The end of the time range, exclusive. Null if the time range ends at the request.'),
  types: z
    .array(loggedText)
    .nullable()
    .describe(
      'The event types of the replay. Null for the types of the endpoint, and if only failed messages are sent.',
    ),
  status: z
    .enum(['running', 'stopped', 'completed', 'failed'])
    .describe('The status of the replay. `failed` if it crashed the server twice at the same point.'),
  sent: z
    .int()
    .describe(
      'The number of messages that were sent so far, whether or not they were delivered. It can be a few seconds old.',
    ),
  failed: z
    .int()
    .describe('The number of sent messages that the endpoint did not accept. They are retried like other messages.'),
  total: z
    .int()
    .nullable()
    .describe(
      'The approximate number of messages in the replay; slightly fewer may be sent. Null before they are counted, and if the replay was stopped.',
    ),
  reached_at: isoTime
    .nullable()
    .describe('The time of the events that the replay has reached. Null if the replay is not running.'),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
};
const row = z.strictObject(members);
export const webhookReplayList = listOf(row);
export const oneWebhookReplay = z.strictObject({ object: z.literal(object), ...members });

const statuses = { requested: 'running', stopped: 'stopped', completed: 'completed', failed: 'failed' } as const;

function presentReplay(replay: ShownReplay): Answer<typeof row> {
  const { id, scope, status, sent, failed, total, reachedAt, requestedAt, endedAt } = replay;
  const { since, until = null } = scope.kind === 'message' ? { since: null } : scope;
  return {
    id,
    scope: scope.kind === 'failed' ? 'failed' : 'events',
    since,
    until,
    types: scope.kind === 'events' ? scope.types : null,
    status: statuses[status],
    sent,
    failed,
    total,
    reached_at: reachedAt,
    created_at: restTimestamp(requestedAt),
    ended_at: endedAt === null ? null : restTimestamp(endedAt),
  };
}

const replayId = '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f42';
const since = '2026-01-01T00:00:00.000Z';
const replay = {
  id: replayId,
  scope: 'events',
  since,
  until: null,
  types: ['email.bounced'],
  status: 'running',
  sent: 40,
  failed: 1,
  total: 250,
  reached_at: '2026-01-01T09:20:11.402Z',
  created_at: shown.createdAt,
  ended_at: null,
} as const;
const replayParameter = {
  in: 'path',
  name: 'replay_id',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The ID of the replay.',
};

export const requestWebhookReplay = post({
  path: '/webhooks/{id}/replay',
  summary: 'Replay failed messages or all events of a time range',
  description:
    'Messages are sent one at a time in the order of the log, alongside new messages, with their original IDs. Events from before the endpoint was created are sent too.',
  body: RequestReplayBody,
  status: 201,
  answer: oneChanged(object),
  examples: {
    events: { summary: 'Past events for a new endpoint', request: { since }, answer: { object, id: replayId } },
    failed: { summary: 'Failed messages', request: { since, status: 'failed' }, answer: { object, id: replayId } },
  },
  runs: RequestReplay,
  input({ context, path, body: { since: from, until, status, types, per_second: perSecond } }) {
    if (until !== undefined && until <= from) throw invalid('Invalid `until` field. It must be later than `since`.');
    if (status !== undefined && types !== undefined) {
      throw invalid('Invalid `types` field. What failed is sent again whatever its type.');
    }
    return { context, webhookId: path.id, options: { since: from, until, status, types, perSecond } };
  },
  present: changed(object),
});

export const listWebhookReplays = get({
  path: '/webhooks/{id}/replays',
  isPageRead: true,
  summary: 'List replays, newest first',
  description: 'Returns the latest 40 replays, without replays of single messages.',
  answer: webhookReplayList,
  examples: { list: { summary: 'One running replay', answer: shown.listOf(replay) } },
  runs: ListReplays,
  input: ({ teamId, path }) => ({ teamId, webhookId: path.id }),
  present: (replays) => list(replays.map(presentReplay), false),
});

export const getWebhookReplay = get({
  path: '/webhooks/{id}/replays/{replay_id}',
  summary: 'Get a replay and its progress',
  parameters: [pathParameter, replayParameter],
  answer: oneWebhookReplay,
  examples: { one: { summary: 'A running replay', answer: { object, ...replay } } },
  noun,
  runs: GetReplay,
  input: ({ teamId, path }) => ({ teamId, webhookId: path.id, replayId: path.replay_id.toLowerCase() }),
  present: (found) => ({ object, ...presentReplay(found) }),
});

export const stopWebhookReplay = post({
  path: '/webhooks/{id}/replays/{replay_id}/stop',
  summary: 'Stop a replay',
  description: 'Messages that were already sent are not affected. A replay that has already ended does not change.',
  parameters: [pathParameter, replayParameter],
  answer: oneChanged(object),
  examples: { stopped: { summary: 'A stopped replay', answer: { object, id: replayId } } },
  noun,
  runs: StopReplay,
  input: ({ context, path }) => ({ context, webhookId: path.id, replayId: path.replay_id.toLowerCase() }),
  present: changed(object),
});
