import { CountEventsToReplay } from '../../../../application/webhook/count-events.js';
import {
  type FiguresRange,
  figuresRanges,
  ReadEndpointFigures,
} from '../../../../application/webhook/endpoint-figures.js';
import { CountFailedMessages, ListEndpointMessages } from '../../../../application/webhook/endpoint-message-rows.js';
import type { MessageFilter } from '../../../../application/webhook/read-messages.js';
import { GetEndpoint, ListEndpoints } from '../../../../application/webhook/team-endpoints.js';
import { defaultLimit, inSearchedList, listOf as list, readLaterPage } from '../../edge/page.js';
import { filters, isSearch, oneOfFilter, timeFilter } from '../../openapi/filters.js';
import { counted, id as pathParameter, oneErrors, query } from '../../openapi/operation.js';
import { get } from '../../openapi/served.js';
import { emailId, listOf } from '../../openapi/shared-examples.js';
import { webhookEventTypes } from '../../webhooks/webhooks.bodies.js';
import * as answers from './page-webhooks.answers.js';

/* How endpoints stand, and what they were sent: beyond what the public contract has. */

const filter = filters({
  status: oneOfFilter(
    'status',
    answers.messageStatuses,
    'Only messages with this status. `failed`: no further retries.',
  ),
  type: oneOfFilter('type', webhookEventTypes, 'Only messages of this event type.'),
  sinceMs: timeFilter('since', 'Only messages about events at or after this time.'),
  untilMs: timeFilter('until', 'Only messages about events before this time.'),
});

function readMessageFilter(given: Readonly<Record<string, unknown>>): MessageFilter {
  const { sinceMs, untilMs, ...others } = filter.read(given);
  return {
    ...others,
    ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
    ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
  };
}

const at = '2026-01-02T03:04:05.678Z';
const message = {
  id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
  type: 'email.delivered',
  created_at: at,
  status: 'success',
  attempts: 1,
  attempted_at: at,
  http_status_code: 200,
  error: null,
  next_attempt_at: null,
  email_id: emailId,
  to: ['delivered@resend.dev'],
  duration_ms: 41.7,
} as const;
const endpoint = {
  id: '019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77',
  endpoint: 'https://hooks.example.com/posthorn',
  events: ['email.delivered', 'email.bounced'],
  status: 'enabled',
  why: null,
  created_at: at,
  recent: { messages: 100, taken: 98, failed: 0 },
  retrying: 2,
  retrying_since: at,
  failing_since: null,
  behind_since: null,
} as const;

export const listEndpoints = get({
  path: '/dashboard-api/webhooks',
  summary: 'List webhook endpoints with their state, newest first',
  parameters: [],
  answer: answers.endpointList,
  examples: { list: { summary: 'A webhook endpoint', answer: listOf(endpoint) } },
  runs: ListEndpoints,
  input: ({ teamId }) => ({ teamId }),
  present: (endpoints) => list(endpoints.map(answers.presentEndpoint), false),
});

export const getStanding = get({
  path: '/dashboard-api/webhooks/{id}/standing',
  summary: 'Get the state of a webhook endpoint',
  answer: answers.endpointStanding,
  examples: {
    one: {
      summary: 'An endpoint with two messages that wait for another attempt',
      answer: { object: 'webhook_standing', ...endpoint, former_secret_until: null },
    },
  },
  runs: GetEndpoint,
  input: ({ teamId, path }) => ({ teamId, webhookId: path.id }),
  present: answers.presentEndpointState,
});

export const listEndpointMessages = get({
  path: '/dashboard-api/webhooks/{id}/messages',
  summary: 'List the messages of a webhook endpoint, newest first',
  parameters: [
    pathParameter,
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'The maximum number of messages.'),
    query('after', { type: 'string' }, 'Only messages that are older than the message with this ID.'),
    counted,
    ...filter.parameters,
  ],
  answer: answers.endpointMessageList,
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    list: {
      summary: 'A delivered message',
      answer: listOf(message),
    },
  },
  runs: ListEndpointMessages,
  input: ({ teamId, path, query: given }) => ({
    teamId,
    webhookId: path.id,
    page: { limit: defaultLimit, ...readLaterPage(given, 'msg') },
    filter: readMessageFilter(given),
  }),
  isLongRead: isSearch,
  present: inSearchedList(answers.presentEndpointMessage),
});

const range = filters({
  sinceMs: timeFilter('since', 'Only messages about events at or after this time.'),
  untilMs: timeFilter('until', 'Only messages about events before this time.'),
});
const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** Said before a replay of what failed is asked for. */
export const countFailed = get({
  path: '/dashboard-api/webhooks/{id}/failed-messages',
  summary: 'Count the failed messages of a webhook endpoint',
  parameters: [pathParameter, ...range.parameters],
  answer: answers.failedMessages,
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    some: {
      summary: 'An endpoint with 100 failed messages',
      answer: { object: 'webhook_failed_messages', count: 100, exact: true, first_at: at },
    },
  },
  runs: CountFailedMessages,
  input: ({ teamId, path, query: given }) => {
    const { sinceMs, untilMs } = range.read(given);
    return { teamId, webhookId: path.id, since: isoOf(sinceMs), until: isoOf(untilMs) };
  },
  present: ({ count, isExact, firstAt }) => ({
    object: 'webhook_failed_messages' as const,
    count,
    exact: isExact,
    first_at: firstAt,
  }),
});

/** Said before a replay of all events is asked for. */
export const countReplay = get({
  path: '/dashboard-api/webhooks/{id}/replay-count',
  summary: 'Estimate the number of messages of a replay',
  parameters: [pathParameter, ...range.parameters],
  answer: answers.replayCount,
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    some: {
      summary: 'A complete count',
      answer: { object: 'webhook_replay_count', count: 1_240, complete: true },
    },
  },
  runs: CountEventsToReplay,
  input: ({ teamId, path, query: given }) => {
    const { sinceMs, untilMs } = range.read(given);
    return { teamId, webhookId: path.id, since: isoOf(sinceMs), until: isoOf(untilMs) };
  },
  isLongRead: () => true,
  present: ({ count, isComplete }) => ({ object: 'webhook_replay_count' as const, count, complete: isComplete }),
});

const figuresFilter = filters({
  range: oneOfFilter(
    'range',
    figuresRanges,
    'The range: `24h` with periods of one hour (default), or `7d` with periods of six hours.',
  ),
});

export const getFigures = get({
  path: '/dashboard-api/webhooks/{id}/figures',
  summary: 'Get the response figures of a webhook endpoint, by period',
  parameters: [pathParameter, ...figuresFilter.parameters],
  answer: answers.endpointFigures,
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    day: {
      summary: 'One hour of the last 24 hours',
      answer: {
        object: 'webhook_figures',
        hours_per_period: 1,
        periods: [{ at, attempts: 120, delivered: 118, median_ms: 42, p95_ms: 310 }],
      },
    },
  },
  runs: ReadEndpointFigures,
  input: ({ teamId, path, query: given }) => {
    const { range: asked = '24h' satisfies FiguresRange } = figuresFilter.read(given);
    return { teamId, webhookId: path.id, range: asked };
  },
  present: answers.presentFigures,
});
