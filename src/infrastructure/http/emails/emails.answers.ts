import { z } from 'zod';
import { lastEvents } from '../../../projections/emails/emails.document.js';
import { addresses, id, isoTime, listOf, replyMembers, timestamp } from '../openapi/shared-schemas.js';

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
  last_event: z.enum(lastEvents),
  scheduled_at: timestamp.nullable(),
};
const recipient = z.strictObject({
  address: z.string(),
  role: z.enum(['to', 'cc', 'bcc']),
  status: z.enum([...lastEvents, 'outcome_unknown']),
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

export const changedEmail = z.strictObject({ object: z.literal('email'), id });
export const sharedEmail = z.strictObject({ object: z.literal('email'), id, url: z.url() });

const attachmentMembers = {
  id,
  filename: z.string().nullable(),
  content_type: z.string(),
  content_id: z.string().optional().describe('Shown inside the html, which refers to it as `cid:…`.'),
  content_disposition: z.enum(['inline', 'attachment']),
  size: z.int().min(0).describe('Bytes.'),
  download_url: z.url().describe('Opens without an API key.'),
  expires_at: isoTime.describe('When the link stops working.'),
};
export const attachmentList = listOf(z.strictObject(attachmentMembers));
export const attachment = z.strictObject({ object: z.literal('attachment'), ...attachmentMembers });
