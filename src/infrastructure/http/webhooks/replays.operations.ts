import type { RequestReplayOptions } from '../../../application/webhook/manage-replays.js';
import { bodySchema, described, Field, type FieldRule, required } from '../edge/field.js';
import { get, id as pathParameter, invalidBody, oneErrors, post } from '../openapi/operation.js';
import { createdAt, listOf } from '../openapi/shared-examples.js';
import * as answers from './replays.answers.js';
import { eventsRule } from './webhooks.operations.js';

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const mostPerSecond = 1_000;

/** A date or a time of ISO 8601; the value is in UTC, with milliseconds. */
const timeRule: FieldRule<string> = {
  schema: { type: 'string', 'x-logged': true, examples: ['2026-01-02T03:04:05Z', '2026-01-02'] },
  parse(value, field) {
    const atMs = typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(atMs)) {
      return { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time, such as \`2026-01-02T03:04:05Z\`.` };
    }
    return { value: new Date(atMs).toISOString() };
  },
};

const failedRule: FieldRule<'failed'> = {
  schema: { type: 'string', enum: ['failed'], description: 'Only messages that were given up. Absent: every event.' },
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
    description: 'At most so many a second.',
  },
  parse(value, field) {
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostPerSecond
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a whole number from 1 to ${mostPerSecond}.` };
  },
};

/** POST /webhooks/{id}/replay */
export class RequestReplayBody implements Omit<RequestReplayOptions, 'perSecond'> {
  @Field(described(timeRule, 'What happened at this time or later.'), required) since!: string;
  @Field(described(timeRule, 'What happened before this time. Absent: up to now.')) until: string | undefined;
  @Field(failedRule) status: 'failed' | undefined;
  @Field(described(eventsRule, 'Only these types. Absent: those of the endpoint.')) types:
    | readonly string[]
    | undefined;
  @Field(rateRule) per_second: number | undefined;
}

const id = '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f42';
const object = 'webhook_replay';
const since = '2026-01-01T00:00:00.000Z';
const replay = {
  id,
  scope: 'events',
  since,
  until: null,
  types: ['email.bounced'],
  status: 'running',
  sent: 40,
  failed: 1,
  total: 250,
  reached_at: '2026-01-01T09:20:11.402Z',
  created_at: createdAt,
  ended_at: null,
} as const;
const replayParameter = {
  in: 'path',
  name: 'replay_id',
  required: true,
  schema: { type: 'string', format: 'uuid' },
  description: 'The id of the replay.',
};

export const requestWebhookReplay = post({
  path: '/webhooks/{id}/replay',
  summary: 'Send again what failed, or every event of a time',
  description:
    'Messages go out in the order of the log, one at a time, beside what is live, under the ids that they had. Events before the endpoint was registered are sent too.',
  body: bodySchema(RequestReplayBody),
  status: 201,
  answer: answers.changedWebhookReplay,
  errors: {
    ...invalidBody,
    404: ['not_found'],
    422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
  },
  examples: {
    events: { summary: 'A new endpoint asks for the past', request: { since }, answer: { object, id } },
    failed: { summary: 'What was given up', request: { since, status: 'failed' }, answer: { object, id } },
  },
});

export const listWebhookReplays = get({
  path: '/webhooks/{id}/replays',
  isPageRead: true,
  summary: 'List replays, newest first',
  description: 'The latest 40. Those of one message are not among them.',
  answer: answers.webhookReplayList,
  examples: { list: { summary: 'One is under way', answer: listOf(replay) } },
});

export const getWebhookReplay = get({
  path: '/webhooks/{id}/replays/{replay_id}',
  summary: 'Get a replay, with its progress',
  parameters: [pathParameter, replayParameter],
  answer: answers.oneWebhookReplay,
  examples: { one: { summary: 'It is under way', answer: { object, ...replay } } },
});

export const stopWebhookReplay = post({
  path: '/webhooks/{id}/replays/{replay_id}/stop',
  summary: 'Stop a replay',
  description: 'What was sent stays sent. A replay that has ended stays as it is.',
  parameters: [pathParameter, replayParameter],
  answer: answers.changedWebhookReplay,
  errors: oneErrors,
  examples: { stopped: { summary: 'It has ended', answer: { object, id } } },
});
