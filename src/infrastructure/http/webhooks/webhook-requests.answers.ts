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
    .describe('The ID of the message, which the endpoint gets as `webhook-id` and `svix-id`.'),
  email_id: id.nullable().describe('The ID of the email that the message is about. Null if it is not about an email.'),
  type: loggedText,
  attempt: z.int().describe('The number of the attempt, starting at 1. A replay starts again at 1.'),
  outcome: z
    .enum(outcomes)
    .describe(
      'The result of the attempt. `exhausted`: this was the last attempt. `refused`: the endpoint asked for no further attempts.',
    ),
  http_status_code: z.int().describe('The HTTP status code of the response, or 0 if there was no response.'),
  error: z.enum(errors).nullable(),
  duration_ms: z.number(),
  sent_at: timestamp,
  test: z
    .literal(true)
    .optional()
    .describe('True if the message is a sample from `POST /webhooks/{id}/test`. Otherwise absent.'),
};
const row = z.strictObject(webhookRequestMembers);

export const webhookRequestList = searchedListOf(row);
export const webhookRequest = z.strictObject({
  object: z.literal('webhook_request'),
  ...webhookRequestMembers,
  response: z.string().describe('The first 64 KiB of the response body.'),
  response_headers: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .nullable()
    .describe('The first 8 KiB of the response headers, without cookies. Null if they are not stored.'),
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
