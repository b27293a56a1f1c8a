import { z } from 'zod';
import { type LinkedReceivedAttachment, receivedFilePath } from '../../../application/received/received-files.js';
import { rawPath, type ReadReceived } from '../../../application/received/read-received.js';
import { verdictResults } from '../../../domain/shared/verdicts.js';
import type { LinkSignature } from '../../../application/shared/signed-link.js';
import type { ReceivedAttachment, ReceivedDocument } from '../../../projections/received/received.projection.js';
import { addressesOf } from '../content-reading/mail-rendering.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { addresses, id, isoTime, searchedListOf, listOf, timestamp } from '../openapi/shared-schemas.js';

const fileMembers = {
  id,
  filename: z.string().nullable(),
  content_type: z.string(),
  content_disposition: z
    .enum(['inline', 'attachment'])
    .nullable()
    .describe(
      'Whether the sender marked the file as inline or as an attachment. Null if the sender did not specify it.',
    ),
  size: z.int().min(0).describe('The size of the file in bytes.'),
};
const contentId = z.string().describe('The ID of a file that the HTML embeds with `cid:…`.');
const link = { download_url: z.url().describe('A link to the content that requires no API key.'), expires_at: isoTime };
const linkedMembers = { ...fileMembers, content_id: contentId.optional(), ...link };
const linkedFile = z.strictObject(linkedMembers);
export const receivedFileList = listOf(linkedFile);
export const receivedFile = z.strictObject({ object: z.literal('attachment'), ...linkedMembers });

const verdict = z.enum(verdictResults);
const rowMembers = {
  id,
  message_id: z
    .string()
    .describe('The value of the `Message-ID` header, with angle brackets. Empty if the email has no such header.'),
  to: addresses.describe('The addresses in the `To` header.'),
  from: z.string(),
  created_at: timestamp,
  subject: z.string(),
  bcc: addresses.describe('Always empty, because received emails have no `Bcc` header.'),
  cc: addresses,
  reply_to: addresses,
  received_for: addresses.describe('The addresses that the email was delivered to.'),
  attachments: z.array(z.strictObject({ ...fileMembers, content_id: contentId.nullable() })),
  authentication: z
    .strictObject({
      ...{ spf: verdict, dkim: verdict, dmarc: verdict, arc: verdict },
      passed: z
        .strictObject({ spf: z.string().nullable(), dkim: z.array(z.string()), dmarc: z.string().nullable() })
        .nullable()
        .describe(
          'The domains that passed each check. Null if the email was received before Posthorn stored these domains, or if it was erased.',
        ),
    })
    .nullable()
    .describe(
      'The results of the authentication checks when the email was received (RFC 8601). Null if the email was not checked. Posthorn only: other servers of this API do not have it.',
    ),
};
export const receivedRow = z.strictObject(rowMembers);
export const receivedList = searchedListOf(receivedRow);
export const receivedEmail = z.strictObject({
  object: z.literal('email'),
  ...rowMembers,
  html: z.string().nullable().describe('The HTML content. Null if the email has no HTML content or if it was erased.'),
  text: z.string().nullable().describe('The text content. Null if the email has no text content or if it was erased.'),
  headers: z
    .record(z.string(), z.string())
    .describe('The header fields, by name in lowercase. The values of a repeated field are separated by line breaks.'),
  raw: z.strictObject(link).nullable().describe('A link to the original message. Null if it was erased.'),
});

function presentFile(attachment: ReceivedAttachment) {
  const { filename, contentType, disposition, contentBytes } = attachment;
  return {
    id: attachment.id,
    filename,
    content_type: contentType,
    content_disposition: disposition,
    size: contentBytes,
  };
}

const presentLink = (publicUrl: string, path: string, { expires, signature }: LinkSignature) => ({
  download_url: `${publicUrl}${path}?expires=${expires}&signature=${signature}`,
  expires_at: new Date(expires * 1000).toISOString(),
});

/**
 * A row of GET /emails/receiving/{id}/attachments. A content id that is not there is left out, as clients declare it;
 * in an email it is null.
 */
export function presentReceivedFile(
  publicUrl: string,
  receivedId: string,
  { attachment, link: signature }: LinkedReceivedAttachment,
): Answer<typeof linkedFile> {
  const path = receivedFilePath(receivedId, attachment.id);
  return {
    ...presentFile(attachment),
    ...(attachment.contentId === null ? {} : { content_id: attachment.contentId }),
    ...presentLink(publicUrl, path, signature),
  };
}

/** A row of GET /emails/receiving. */
export function presentReceivedRow(document: ReceivedDocument): Answer<typeof receivedRow> {
  return {
    id: document.id,
    message_id: document.messageId ?? '',
    to: document.to,
    from: document.from,
    created_at: restTimestamp(document.createdAt),
    subject: document.subject,
    bcc: [],
    cc: document.cc,
    reply_to: document.replyTo,
    received_for: document.receivedFor,
    attachments: document.attachments.map((each) => ({ ...presentFile(each), content_id: each.contentId })),
    authentication: document.verdicts && { ...document.verdicts, passed: document.passed },
  };
}

/** GET /emails/receiving/{id}. */
export function presentReceived(
  publicUrl: string,
  { document, body, headers, pictures, rawLink }: ReadReceived,
): Answer<typeof receivedEmail> {
  return {
    object: 'email',
    ...presentReceivedRow(document),
    html: body?.html === undefined ? null : withPictures(body.html, addressesOf(pictures)),
    text: body?.text ?? null,
    headers: Object.fromEntries(headers),
    raw: rawLink && presentLink(publicUrl, rawPath(document.id), rawLink),
  };
}

/** RFC 2392: `cid:` and the content id, percent-encoded. */
function withPictures(html: string, pictures: Readonly<Record<string, string>>): string {
  return html.replace(/\bcid:([^\s"'<>()]+)/gi, (address, written: string) => {
    return pictures[written] ?? pictures[decoded(written)] ?? address;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
