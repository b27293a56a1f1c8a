import { z } from 'zod';
import { messages } from '../../../application/webhook/messages.js';
import type { GetWebhookMessageResult, ShownAttempt } from '../../../application/webhook/read-messages.js';
import type { GetWebhookResult } from '../../../application/webhook/read-webhooks.js';
import type { TestWebhookResult } from '../../../application/webhook/test-webhook.js';
import type { WebhookDocument, WebhookMessageDocument } from '../../../projections/webhooks/webhooks.document.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, isoTime, listOf, logged, loggedText, timestamp } from '../openapi/shared-schemas.js';
import { shownFailure } from './webhook-requests.answers.js';

const object = z.literal('webhook');
const signing_secret = z.string().describe('The secret to verify signatures with: `whsec_` followed by base64.');

export const webhookSecret = z.strictObject({ object, id, signing_secret });

const webhookMembers = {
  id,
  endpoint: z.string().describe('The URL to which messages are sent.'),
  events: z.array(loggedText).nullable().describe('The event types that are sent. Null for all types.'),
  status: z.enum(['enabled', 'disabled']),
  created_at: timestamp,
};
const webhookRow = z.strictObject(webhookMembers);
export const webhookList = listOf(webhookRow);
export const oneWebhook = z.strictObject({
  object,
  ...webhookMembers,
  signing_secret: signing_secret
    .nullable()
    .describe(
      'The secret to verify signatures with: `whsec_` followed by base64. Null if the caller has read-only access.',
    ),
  headers: z
    .record(z.string(), z.string())
    .describe(
      'The headers that are sent with each message. The values are `[hidden]` if the caller has read-only access.',
    ),
  domain_ids: z.array(id),
  tags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ordered: z.boolean(),
  per_second: z.int().describe('The maximum number of messages per second, or 0 for no limit.'),
  machine_hits: z.boolean().describe('Whether opens and clicks by privacy proxies and scanners are also sent.'),
});

export const messageId = z
  .string()
  .regex(/^msg_[0-9a-f]{32}$/)
  .meta(logged);
const messageMembers = {
  id: messageId.describe('The ID of the message, which the endpoint gets as `webhook-id` and `svix-id`.'),
  type: loggedText,
  created_at: timestamp.describe('The time of the event.'),
  status: z.enum(['success', 'failed', 'attempting', 'pending']),
};
const messageRow = z.strictObject(messageMembers);
export const webhookMessageList = listOf(messageRow);
export const messagePayload = z.strictObject({
  type: loggedText,
  created_at: isoTime,
  data: z.union([...new Set(messages.map(({ data }) => data))]),
});
export const oneWebhookMessage = z.strictObject({
  object: z.literal('webhook_event'),
  ...messageMembers,
  next_attempt_at: timestamp.nullable(),
  payload: messagePayload
    .nullable()
    .describe('The payload as it would be sent now. Null if the event was deleted by retention.'),
});
export const replayedWebhookMessage = z.strictObject({ object: z.literal('webhook_event'), id: messageId });

const attemptRow = z.strictObject({
  id: z
    .string()
    .regex(/^atmpt_[0-9a-f]{32}$/)
    .meta(logged),
  http_status_code: z.int().describe('The HTTP status code of the response, or 0 if there was no response.'),
  response: z
    .string()
    .describe('The first 64 KiB of the response body. If there was no response, the type of the error.'),
  sent_at: timestamp,
  test: z
    .literal(true)
    .optional()
    .describe('True if the message is a sample from `POST /webhooks/{id}/test`. Otherwise absent.'),
});
export const webhookAttemptList = listOf(attemptRow);

export const testedWebhook = z.strictObject({
  object: z.literal('webhook_test'),
  id: messageId.describe('The ID that the endpoint got as `webhook-id`, and under which the attempt is listed.'),
  type: loggedText,
  status: z.enum(['success', 'failed']),
  http_status_code: z.int().describe('The HTTP status code of the response, or 0 if there was no response.'),
  response: z.string().describe('The first 64 KiB of the response body.'),
  error: z
    .enum(['status', 'redirect', 'timeout', 'dns', 'address', 'connection', 'tls', 'broken-answer', 'bad-url'])
    .nullable(),
  latency_ms: z.number(),
});

export function presentWebhook({ id, url, events, status, createdAt }: WebhookDocument): Answer<typeof webhookRow> {
  return { id, endpoint: url, events, status, created_at: restTimestamp(createdAt) };
}

/** Headers are how an endpoint knows who asks, as often as the secret is. */
export function presentOneWebhook(
  { document, secret, headers }: NonNullable<GetWebhookResult>,
  seesSecrets: boolean,
): Answer<typeof oneWebhook> {
  const { domainIds, tags, ordered, perSecond, machineHits } = document;
  return {
    object: 'webhook',
    ...presentWebhook(document),
    signing_secret: seesSecrets ? secret : null,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, seesSecrets ? value : '[hidden]'])),
    domain_ids: domainIds,
    tags,
    ordered,
    per_second: perSecond ?? 0,
    machine_hits: machineHits,
  };
}

export function presentMessage({ id, type, createdAt, status }: WebhookMessageDocument): Answer<typeof messageRow> {
  return { id, type, created_at: restTimestamp(createdAt), status };
}

export function presentOneMessage({
  document,
  data,
}: NonNullable<GetWebhookMessageResult>): Answer<typeof oneWebhookMessage> {
  const { type, createdAt, nextAttemptAt } = document;
  return {
    object: 'webhook_event',
    ...presentMessage(document),
    next_attempt_at: nextAttemptAt === null ? null : restTimestamp(nextAttemptAt),
    payload: data === null ? null : { type, created_at: createdAt, data },
  };
}

export function presentAttempt({ document, answer }: ShownAttempt): Answer<typeof attemptRow> {
  const { id, status, failure, at, isTest } = document;
  const response = status === null ? (shownFailure(failure) ?? '') : answer;
  return {
    id,
    http_status_code: status ?? 0,
    response,
    sent_at: restTimestamp(at),
    ...(isTest ? { test: isTest } : {}),
  };
}

export function presentTest({
  test,
  answer,
}: Extract<TestWebhookResult, { test: unknown }>): Answer<typeof testedWebhook> {
  const { messageId, type, status, failure, durationMs } = test;
  return {
    object: 'webhook_test',
    id: messageId,
    type,
    status: failure === null ? 'success' : 'failed',
    http_status_code: status ?? 0,
    response: answer,
    error: shownFailure(failure),
    latency_ms: durationMs,
  };
}
