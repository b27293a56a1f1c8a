import { z } from 'zod';
import type { GetWebhookMessageResult, ShownAttempt } from '../../../application/webhook/read-messages.js';
import type { WebhookDocument, WebhookMessageDocument } from '../../../projections/webhooks/webhooks.document.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, isoTime, listOf, timestamp } from '../openapi/shared-schemas.js';
import { webhookData } from './webhook-payloads.js';

const object = z.literal('webhook');
const signing_secret = z.string().describe('`whsec_` and base64: what signatures are checked with.');

export const webhookSecret = z.strictObject({ object, id, signing_secret });
export const changedWebhook = z.strictObject({ object, id });
export const deletedWebhook = z.strictObject({ object, id, deleted: z.literal(true) });

const webhookMembers = {
  id,
  endpoint: z.string().describe('Where messages are sent.'),
  events: z.array(z.string()).nullable().describe('The types that are sent; null: all.'),
  status: z.enum(['enabled', 'disabled']),
  created_at: timestamp,
};
const webhookRow = z.strictObject(webhookMembers);
export const webhookList = listOf(webhookRow);
export const oneWebhook = z.strictObject({
  object,
  ...webhookMembers,
  signing_secret: signing_secret.nullable().describe('Null for whoever may only read.'),
});

const messageId = z.string().regex(/^msg_[0-9a-f]{32}$/);
const messageMembers = {
  id: messageId.describe('What receivers get as `webhook-id` and `svix-id`.'),
  type: z.string(),
  created_at: timestamp.describe('Of what happened.'),
  status: z.enum(['success', 'failed', 'attempting', 'pending']),
};
const messageRow = z.strictObject(messageMembers);
export const webhookMessageList = listOf(messageRow);
const payload = z.strictObject({
  type: z.string(),
  created_at: isoTime,
  data: z.union([
    webhookData['email.sent'],
    webhookData['email.bounced'],
    webhookData['email.failed'],
    webhookData['email.suppressed'],
    webhookData['domain.updated'],
    webhookData['suppression.added'],
  ]),
});
export const oneWebhookMessage = z.strictObject({
  object: z.literal('webhook_event'),
  ...messageMembers,
  next_attempt_at: timestamp.nullable(),
  payload: payload.nullable().describe('As it would be sent now; null once what happened was removed with its age.'),
});
export const replayedWebhookMessage = z.strictObject({ object: z.literal('webhook_event'), id: messageId });

const attemptRow = z.strictObject({
  id: z.string().regex(/^atmpt_[0-9a-f]{32}$/),
  http_status_code: z.int().describe('0: no answer came.'),
  response: z.string().describe('The first 64 KiB of the answer; where none came, why.'),
  sent_at: timestamp,
});
export const webhookAttemptList = listOf(attemptRow);

export function presentWebhook({ id, url, events, status, createdAt }: WebhookDocument): Answer<typeof webhookRow> {
  return { id, endpoint: url, events, status, created_at: restTimestamp(createdAt) };
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
  const { id, status, failure, at } = document;
  const response = status === null ? (failure ?? '') : answer;
  return { id, http_status_code: status ?? 0, response, sent_at: restTimestamp(at) };
}
