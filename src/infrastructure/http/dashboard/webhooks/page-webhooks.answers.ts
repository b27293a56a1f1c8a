import { z } from 'zod';
import type { EndpointFigures } from '../../../../application/webhook/endpoint-figures.js';
import type { ShownEndpoint, ShownEndpointState } from '../../../../application/webhook/team-endpoints.js';
import type { EndpointMessageRow } from '../../../../application/webhook/endpoint-message-rows.js';
import type { Answer } from '../../openapi/operation.js';
import { id, isoTime, listOf, searchedListOf } from '../../openapi/shared-schemas.js';
import { messageId } from '../../webhooks/webhooks.answers.js';
import { webhookRequestMembers } from '../../webhooks/webhook-requests.answers.js';

const endpointMembers = {
  id,
  endpoint: z.string(),
  events: z.array(z.string()).nullable().describe('The event types. Null for all event types.'),
  status: z.enum(['enabled', 'disabled']),
  why: z
    .enum(['person', 'failing', 'gone'])
    .nullable()
    .describe(
      'The reason why the endpoint is disabled: `person` (by a user), `failing` (only failures for too long), or `gone` (response 410). Null if it is enabled.',
    ),
  created_at: isoTime,
  recent: z
    .strictObject({ messages: z.int(), taken: z.int(), failed: z.int() })
    .describe(
      'Figures of the newest messages, at most 100: all messages, delivered messages (`taken`), and messages without further retries (`failed`).',
    ),
  retrying: z.int().describe('The number of messages that wait for another attempt.'),
  retrying_since: isoTime
    .nullable()
    .describe(
      'The time of the oldest event among the messages that wait for another attempt. Null if no message waits.',
    ),
  failing_since: isoTime
    .nullable()
    .describe('The time since when all attempts failed. Null if the endpoint is not failing.'),
  behind_since: isoTime
    .nullable()
    .describe('The time of the oldest event that the endpoint has not reached. Null if the endpoint is up to date.'),
};
const endpointRow = z.strictObject(endpointMembers);
export const endpointList = listOf(endpointRow);
export const endpointStanding = z.strictObject({
  object: z.literal('webhook_standing'),
  ...endpointMembers,
  former_secret_until: isoTime
    .nullable()
    .describe(
      'The time until which messages are also signed with the former secret. Null if there is no former secret.',
    ),
});

export const messageStatuses = ['success', 'failed', 'attempting'] as const;
const messageRow = z.strictObject({
  id: messageId,
  type: z.string(),
  created_at: isoTime.describe('The time of the event.'),
  status: z.enum(messageStatuses),
  attempts: z.int(),
  attempted_at: isoTime.describe('The time of the last attempt.'),
  http_status_code: z.int().describe('The HTTP status of the last attempt. 0 if no response arrived.'),
  error: webhookRequestMembers.error,
  next_attempt_at: isoTime.nullable(),
  email_id: id.nullable(),
  to: z
    .array(z.string())
    .meta({ 'x-logged': 'domains' })
    .describe(
      'The recipients of the email. Empty if the message is not about an email or if the email is no longer stored.',
    ),
  duration_ms: z.number().describe('The duration of the last attempt in milliseconds.'),
});
export const failedMessages = z.strictObject({
  object: z.literal('webhook_failed_messages'),
  count: z
    .int()
    .describe('The number of failed messages about events in the range. A replay sends these messages again.'),
  exact: z.boolean().describe('False if there are more messages than were counted.'),
  first_at: isoTime
    .nullable()
    .describe('The time of the first failed message, regardless of the range. Null if no message failed.'),
});
const aboutMs = 'At most 20% too high. Null if no response arrived.';
export const endpointFigures = z.strictObject({
  object: z.literal('webhook_figures'),
  hours_per_period: z.int(),
  periods: z
    .array(
      z.strictObject({
        at: isoTime.describe('The time when the period begins.'),
        attempts: z.int(),
        delivered: z.int().describe('The number of attempts with a 2xx response.'),
        median_ms: z.int().nullable().describe(`The median response time in milliseconds. ${aboutMs}`),
        p95_ms: z.int().nullable().describe(`The 95th percentile of the response time in milliseconds. ${aboutMs}`),
      }),
    )
    .describe('The periods, oldest first. The last period is not complete.'),
});
export const replayCount = z.strictObject({
  object: z.literal('webhook_replay_count'),
  count: z.int().describe('The approximate number of messages. Filters by domain and tag are not applied.'),
  complete: z.boolean().describe('False if there are more messages than were counted.'),
});
export const endpointMessageList = searchedListOf(messageRow);

export function presentEndpoint(endpoint: ShownEndpoint): Answer<typeof endpointRow> {
  const { url, events, status, why, createdAt, recent, retrying, retryingSince, failingSince, behindSince } = endpoint;
  return {
    id: endpoint.id,
    endpoint: url,
    events,
    status,
    why: status === 'enabled' ? null : why,
    created_at: createdAt,
    recent,
    retrying,
    retrying_since: retryingSince,
    failing_since: failingSince,
    behind_since: behindSince,
  };
}

export function presentEndpointState(endpoint: ShownEndpointState): Answer<typeof endpointStanding> {
  return {
    object: 'webhook_standing',
    ...presentEndpoint(endpoint),
    former_secret_until: endpoint.formerSecretUntil,
  };
}

export function presentEndpointMessage({ message, recipients }: EndpointMessageRow): Answer<typeof messageRow> {
  const { type, createdAt, status, attempts, attemptedAt, durationMs, lastStatus, failure } = message;
  const { nextAttemptAt, emailId } = message;
  return {
    id: message.id,
    type,
    created_at: createdAt,
    status,
    attempts,
    attempted_at: attemptedAt,
    http_status_code: lastStatus ?? 0,
    error: failure,
    next_attempt_at: nextAttemptAt,
    email_id: emailId,
    to: [...recipients],
    duration_ms: durationMs,
  };
}

export function presentFigures({ hoursPerPeriod, periods }: EndpointFigures): Answer<typeof endpointFigures> {
  return {
    object: 'webhook_figures',
    hours_per_period: hoursPerPeriod,
    periods: periods.map(({ at, attempts, delivered, medianMs, p95Ms }) => ({
      at,
      attempts,
      delivered,
      median_ms: medianMs,
      p95_ms: p95Ms,
    })),
  };
}
