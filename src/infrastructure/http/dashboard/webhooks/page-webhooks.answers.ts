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
  events: z.array(z.string()).nullable().describe('Null: all.'),
  status: z.enum(['enabled', 'disabled']),
  why: z
    .enum(['person', 'failing', 'gone'])
    .nullable()
    .describe('Why it is disabled: on request, after failures alone for too long, or because it answered 410.'),
  created_at: isoTime,
  recent: z
    .strictObject({ messages: z.int(), taken: z.int(), failed: z.int() })
    .describe('Of its newest messages, at most a hundred; `failed`: no more retries.'),
  retrying: z.int().describe('Messages that wait for another attempt.'),
  retrying_since: isoTime.nullable().describe('Of the oldest event among theirs.'),
  failing_since: isoTime.nullable().describe('Nothing but failures from then on.'),
  behind_since: isoTime.nullable().describe('Of the oldest event that it has not come to.'),
};
const endpointRow = z.strictObject(endpointMembers);
export const endpointList = listOf(endpointRow);
export const endpointStanding = z.strictObject({
  object: z.literal('webhook_standing'),
  ...endpointMembers,
  former_secret_until: isoTime.nullable().describe('Until then the former secret signs too.'),
});

export const messageStatuses = ['success', 'failed', 'attempting'] as const;
const messageRow = z.strictObject({
  id: messageId,
  type: z.string(),
  created_at: isoTime.describe('Of what happened.'),
  status: z.enum(messageStatuses),
  attempts: z.int(),
  attempted_at: isoTime.describe('Of the last attempt.'),
  http_status_code: z.int().describe('Of the last attempt; 0: no answer came.'),
  error: webhookRequestMembers.error,
  next_attempt_at: isoTime.nullable(),
  email_id: id.nullable(),
  to: z
    .array(z.string())
    .meta({ 'x-logged': 'domains' })
    .describe('Recipients of the email; empty where it is about none, or one that is not kept.'),
  duration_ms: z.number().describe('Of the last attempt.'),
});
export const failedMessages = z.strictObject({
  object: z.literal('webhook_failed_messages'),
  count: z.int().describe('Messages that failed about what happened in this time: what a replay sends again.'),
  exact: z.boolean().describe('False: there are more, and no more were counted.'),
  first_at: isoTime.nullable().describe('The first of all that failed, whatever the range is; null: none did.'),
});
const aboutMs = 'At most a fifth too much; null: no answer came.';
export const endpointFigures = z.strictObject({
  object: z.literal('webhook_figures'),
  hours_per_period: z.int(),
  periods: z
    .array(
      z.strictObject({
        at: isoTime.describe('When it begins.'),
        attempts: z.int(),
        delivered: z.int().describe('Attempts that were answered with 2xx.'),
        median_ms: z.int().nullable().describe(`Half of the answers took no longer. ${aboutMs}`),
        p95_ms: z.int().nullable().describe(`19 of 20 answers took no longer. ${aboutMs}`),
      }),
    )
    .describe('The oldest first; the last one is still going on.'),
});
export const replayCount = z.strictObject({
  object: z.literal('webhook_replay_count'),
  count: z.int().describe('About how many messages: filters by domain and tag are not applied.'),
  complete: z.boolean().describe('False: there are more, and no more were counted.'),
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
