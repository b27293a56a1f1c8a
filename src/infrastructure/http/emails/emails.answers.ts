import { z } from 'zod';
import { downloadPath, type LinkedAttachment } from '../../../application/email/attachments.js';
import type { ListedShare } from '../../../application/email/share-email.js';
import type { EmailBody } from '../../../application/ports/mail-composer.js';
import { type EmailDocument, lastEvents } from '../../../projections/emails/emails.document.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { addresses, id, isoTime, listOf, loggedText, replyMembers, timestamp } from '../openapi/shared-schemas.js';

export const sentEmail = z.strictObject({ id });
export const sentBatch = z.strictObject({
  data: z.array(sentEmail).describe('The accepted emails, in the order of the request.'),
  errors: z
    .array(z.strictObject({ index: z.int().min(0), message: loggedText }))
    .optional()
    .describe(
      'The refused emails, with their index in the request (from 0) and the reason. Present only with `x-batch-validation: permissive`.',
    ),
});

const rowMembers = {
  id,
  message_id: z.string().describe('The value of the `Message-ID` header, with angle brackets.'),
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
  reply: z
    .strictObject(replyMembers)
    .nullable()
    .describe('The last SMTP reply for this recipient. Null if no reply is recorded.'),
  reason: z
    .enum(['bounce', 'complaint', 'manual', 'simulated', 'unsubscribed', 'not-subscribed'])
    .optional()
    .describe(
      'The reason why nothing was sent. Present only with the status `suppressed`. Posthorn only: other servers of this API do not have it.',
    ),
  topic_id: id
    .nullable()
    .optional()
    .describe(
      'The topic of an `unsubscribed` or `not-subscribed` recipient. Null if the recipient unsubscribed from all marketing. Posthorn only: other servers of this API do not have it.',
    ),
  at: timestamp,
});
export const emailTag = z.strictObject({ name: z.string(), value: z.string() });
export const emailRow = z.strictObject(rowMembers);
export const emailList = listOf(emailRow);
export const email = z.strictObject({
  object: z.literal('email'),
  ...rowMembers,
  html: z.string().nullable().describe('The HTML content. Null if the email has no HTML content or if it was erased.'),
  text: z.string().nullable().describe('The text content. Null if the email has no text content or if it was erased.'),
  tags: z.array(emailTag),
  topic_id: id.nullable().describe('The topic of the email. Null if it has no topic.'),
  recipients: z.array(recipient),
});

export const changedEmail = z.strictObject({ object: z.literal('email'), id });
export const sharedEmail = z.strictObject({
  object: z.literal('email'),
  id,
  share_id: id.describe(
    'The ID of the link. Use it to revoke the link. Posthorn only: other servers of this API do not have it.',
  ),
  url: z.url(),
});
export const revokedShare = z.strictObject({
  object: z.literal('email'),
  id,
  share_id: id,
  revoked: z.literal(true),
});
const shareRow = z.strictObject({
  id: id.describe('The ID of the link. Use it to revoke the link.'),
  created_at: timestamp,
  expires_at: timestamp,
  opens: z
    .int()
    .min(0)
    .describe(
      'How many times the link opened the email, according to the request log. At most the 1,000 newest opens of all links of the email are counted.',
    ),
  last_opened_at: timestamp.nullable(),
});
export const shareList = listOf(shareRow);

const attachmentMembers = {
  id,
  filename: z.string().nullable(),
  content_type: z.string(),
  content_id: z.string().optional().describe('The ID of a file that the HTML embeds with `cid:…`.'),
  content_disposition: z.enum(['inline', 'attachment']),
  size: z.int().min(0).describe('The size of the file in bytes.'),
  download_url: z.url().describe('A link to the file that requires no API key.'),
  expires_at: isoTime.describe('The time when the link expires.'),
};
const attachmentRow = z.strictObject(attachmentMembers);
export const attachmentList = listOf(attachmentRow);
export const attachment = z.strictObject({ object: z.literal('attachment'), ...attachmentMembers });

/** A row of GET /emails. */
export function presentEmailRow(document: EmailDocument): Answer<typeof emailRow> {
  return {
    id: document.id,
    message_id: document.messageId,
    to: document.to,
    from: document.from,
    created_at: restTimestamp(document.createdAt),
    subject: document.subject,
    bcc: document.bcc,
    cc: document.cc,
    reply_to: document.replyTo,
    last_event: document.lastEvent,
    scheduled_at: document.scheduledAt === null ? null : restTimestamp(document.scheduledAt),
  };
}

/**
 * GET /emails/{id}. `recipients` says of each address what `last_event` sums up; html and text are null where there is
 * none.
 */
export function presentEmail(document: EmailDocument, body: EmailBody | undefined): Answer<typeof email> {
  return {
    object: 'email',
    ...presentEmailRow(document),
    html: body?.html ?? null,
    text: body?.text ?? null,
    tags: document.tags,
    topic_id: document.topicId ?? null,
    recipients: document.recipients.map(({ address, role, status, lastReply, suppressed, at }) => ({
      address,
      role,
      status,
      reply:
        lastReply === null
          ? null
          : { code: lastReply.code, enhanced_code: lastReply.enhancedCode, text: lastReply.text },
      ...(suppressed === undefined ? {} : { reason: suppressed.reason }),
      ...(suppressed?.topicId === undefined ? {} : { topic_id: suppressed.topicId }),
      at: restTimestamp(at),
    })),
  };
}

/** A row of GET /emails/{id}/shares. */
export function presentShare(share: ListedShare): Answer<typeof shareRow> {
  const { id: shareId, createdAt, expiresAt, opens, lastOpenedAt } = share;
  return {
    id: shareId,
    created_at: restTimestamp(createdAt),
    expires_at: restTimestamp(expiresAt),
    opens,
    last_opened_at: lastOpenedAt === null ? null : restTimestamp(lastOpenedAt),
  };
}

/** A row of GET /emails/{id}/attachments. A content id that is not there is left out. */
export function presentAttachmentRow(
  publicUrl: string,
  emailId: string,
  { attachment, link }: LinkedAttachment,
): Answer<typeof attachmentRow> {
  const { filename, contentType, contentId, size } = attachment;
  const url = `${publicUrl}${downloadPath(emailId, attachment.id)}?expires=${link.expires}&signature=${link.signature}`;
  return {
    id: attachment.id,
    filename,
    content_type: contentType,
    ...(contentId === null ? {} : { content_id: contentId }),
    content_disposition: contentId === null ? 'attachment' : 'inline',
    size,
    download_url: url,
    expires_at: new Date(link.expires * 1000).toISOString(),
  };
}

export function presentAttachment(
  publicUrl: string,
  emailId: string,
  linked: LinkedAttachment,
): Answer<typeof attachment> {
  return { object: 'attachment', ...presentAttachmentRow(publicUrl, emailId, linked) };
}
