import { z } from 'zod';
import { errorNames } from '../errors/error-names.js';

/** Every answer that the API gives, as the OpenAPI document shows it and as tests check real answers against it. */

const id = z.uuid();
const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00$/)
  .describe('UTC: `2026-01-02 03:04:05.678000+00`');
const isoTime = z.iso.datetime();
const addresses = z.array(z.string());
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ object: z.literal('list'), has_more: z.boolean(), data: z.array(item) });

export const errorBody = z.strictObject({
  statusCode: z.int().min(400).max(599),
  message: z.string(),
  name: z.enum(errorNames),
});

export const sentEmail = z.strictObject({ id });
export const sentBatch = z.strictObject({
  data: z.array(sentEmail).describe('In the order of the request.'),
  errors: z
    .array(z.strictObject({ index: z.int().min(0), message: z.string() }))
    .optional()
    .describe('With `x-batch-validation: permissive`: the emails that were refused, by their place in the request.'),
});

const emailRowMembers = {
  id,
  message_id: z.string().describe('The Message-ID header, with its angle brackets.'),
  to: addresses,
  from: z.string(),
  created_at: timestamp,
  subject: z.string(),
  bcc: addresses,
  cc: addresses,
  reply_to: addresses,
  last_event: z.enum(['queued', 'sent', 'delivery_delayed', 'delivered', 'bounced', 'failed']),
  scheduled_at: z.null(),
};
const replyMembers = {
  code: z.int().nullable().describe('The SMTP reply code; null where the other side said nothing.'),
  enhanced_code: z.string().nullable(),
  text: z.string(),
};
const recipient = z.strictObject({
  address: z.string(),
  role: z.enum(['to', 'cc', 'bcc']),
  status: z.enum(['queued', 'sent', 'delivery_delayed', 'outcome_unknown', 'delivered', 'bounced', 'failed']),
  reply: z.strictObject(replyMembers).nullable().describe('The last reply about this recipient.'),
  at: timestamp,
});
export const emailList = listOf(z.strictObject(emailRowMembers));
export const email = z.strictObject({
  object: z.literal('email'),
  ...emailRowMembers,
  html: z.string().optional(),
  text: z.string().optional(),
  tags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  recipients: z.array(recipient),
});

export const createdApiKey = z.strictObject({
  object: z.literal('api_key'),
  id,
  token: z.string().describe('Shown once, here.'),
});
export const changedApiKey = z.strictObject({ object: z.literal('api_key'), id });
export const deletedApiKey = z.strictObject({ object: z.literal('api_key'), id, deleted: z.literal(true) });
export const apiKeyList = listOf(
  z.strictObject({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() }),
);

const switchedOn = z.enum(['enabled', 'disabled']);
const domainRowMembers = {
  id,
  name: z.string(),
  status: z.enum(['not_started', 'verified']),
  created_at: timestamp,
  region: z.string(),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  capabilities: z.strictObject({ sending: switchedOn, receiving: switchedOn }),
};
export const domainList = listOf(z.strictObject(domainRowMembers));
export const domain = z.strictObject({
  object: z.literal('domain'),
  ...domainRowMembers,
  records: z.array(
    z.strictObject({
      record: z.literal('DKIM'),
      name: z.string().describe('As it is typed at the DNS host of the registered name.'),
      type: z.literal('TXT'),
      ttl: z.literal('Auto'),
      status: z.enum(['not_started', 'verified']),
      value: z.string(),
    }),
  ),
});

export const timeline = listOf(
  z.strictObject({
    id,
    type: z.string(),
    created_at: isoTime,
    actor: z.string(),
    recipients: z.array(z.int().min(0)).describe('Places in `recipients` of the email, from 0.'),
    summary: z.string(),
    reply: z.strictObject({ step: z.string(), ...replyMembers, host: z.string() }).nullable(),
  }),
);
export const capturedList = listOf(
  z.strictObject({
    received_at: isoTime,
    reverse_path: z.string(),
    recipients: addresses,
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    raw: z.string(),
  }),
);

export const alive = z.strictObject({ status: z.literal('ok') });
export const ready = z.strictObject({ status: z.literal('ready'), detail: z.string() });
