import { z } from 'zod';
import type { AnsweredAttempt } from '../../../application/webhook/attempt-log.js';
import type { AttemptFailure, AttemptOutcome } from '../../../domain/webhook/log-events.js';
import type { WebhookAttemptDocument } from '../../../projections/webhooks/webhooks.document.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, searchedListOf, logged, loggedText, timestamp } from '../openapi/shared-schemas.js';

export const outcomes = ['delivered', 'retrying', 'exhausted', 'refused'] as const satisfies readonly AttemptOutcome[];
const errors = [
  'status',
  'redirect',
  'timeout',
  'dns',
  'address',
  'connection',
  'tls',
  'broken-answer',
  'bad-url',
] as const satisfies readonly AttemptFailure[];

export const webhookRequestMembers = {
  id: z
    .string()
    .regex(/^atmpt_[0-9a-f]{32}$/)
    .meta(logged),
  webhook_id: id,
  event_id: z
    .string()
    .regex(/^msg_[0-9a-f]{32}$/)
    .meta(logged)
    .describe('The message: what receivers get as `webhook-id` and `svix-id`.'),
  email_id: id.nullable().describe('The email that the message is about.'),
  type: loggedText,
  attempt: z.int().describe('From 1; a replay starts again at 1.'),
  outcome: z
    .enum(outcomes)
    .describe('`exhausted`: that was the last attempt; `refused`: the endpoint asked for no further one.'),
  http_status_code: z.int().describe('0: no answer came.'),
  error: z.enum(errors).nullable(),
  duration_ms: z.number(),
  sent_at: timestamp,
  test: z.literal(true).optional().describe('A sample that was asked for.'),
};
const row = z.strictObject(webhookRequestMembers);

export const webhookRequestList = searchedListOf(row);
export const webhookRequest = z.strictObject({
  object: z.literal('webhook_request'),
  ...webhookRequestMembers,
  response: z.string().describe('The first 64 KiB of the answer.'),
  response_headers: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .nullable()
    .describe('The first 8 KiB of them, without cookies; null where they are not kept.'),
});

/** Older attempts distinguished whether a name was not found or led inside. */
export function shownFailure(failure: AttemptFailure | null): AttemptFailure | null {
  return failure === 'dns' ? 'address' : failure;
}

export function presentRequestRow(document: WebhookAttemptDocument): Answer<typeof row> {
  const { webhookId, messageId, emailId, type, number, outcome, status, failure, durationMs, at, isTest } = document;
  return {
    id: document.id,
    webhook_id: webhookId,
    event_id: messageId,
    email_id: emailId,
    type,
    attempt: number,
    outcome,
    http_status_code: status ?? 0,
    error: shownFailure(failure),
    duration_ms: durationMs,
    sent_at: restTimestamp(at),
    ...(isTest ? { test: isTest } : {}),
  };
}

export function presentRequest({ document, answer, headers }: AnsweredAttempt): Answer<typeof webhookRequest> {
  return {
    object: 'webhook_request',
    ...presentRequestRow(document),
    response: answer,
    response_headers: headers === null ? null : headers.map(([name, value]) => ({ name, value })),
  };
}
