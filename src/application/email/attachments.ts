import { query } from '../access/use-case.js';
import type { CountOpening } from '../ports/limit-key.js';
import { foundKey } from '../ports/found-key.js';
import type { EmailAttachment } from '../../projections/emails/emails.document.js';
import { type Page, pageOf, type PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { isValidLink, type LinkSignature, signLink } from '../shared/signed-link.js';
import { openAttachment } from './attachment-content.js';
import { openEmail, openTeamEmail, type ReadBodyPorts, type ReadEmailPorts } from './read-email.js';

/** An attachment with the link to its content, which needs no API key. */
export interface LinkedAttachment {
  readonly attachment: EmailAttachment;
  /** Signature of {@link downloadPath}. */
  readonly link: LinkSignature;
}

/** Where the content of an attachment is downloaded: the path that its link signs. */
export function downloadPath(emailId: string, attachmentId: string): string {
  return `/emails/${emailId}/attachments/${attachmentId}/download`;
}

export type AttachmentPorts = ReadEmailPorts & Pick<Ports, 'hash' | 'clock'>;

const linkLifetimeSeconds = 3600;

function linked({ hash, clock }: AttachmentPorts, emailId: string, attachment: EmailAttachment): LinkedAttachment {
  const expires = Math.floor(clock.now() / 1000) + linkLifetimeSeconds;
  return { attachment, link: signLink(hash, downloadPath(emailId, attachment.id), expires) };
}

/** GET /emails/{id}/attachments, in the order given. */
export interface ListAttachments {
  readonly teamId: string;
  readonly emailId: string;
  readonly page: PageRequest;
}
/** Undefined when the email is not this team's. */
export type ListAttachmentsResult = Page<LinkedAttachment> | undefined;

export const ListAttachments = query({ name: 'ListAttachments', need: 'read-only', run: listAttachments });

export async function listAttachments(
  ports: AttachmentPorts,
  { teamId, emailId, page }: ListAttachments,
): Promise<ListAttachmentsResult> {
  const email = await openTeamEmail(ports, teamId, emailId);
  if (email === undefined) return undefined;
  const found = pageOf(email.document.attachments, page);
  if ('refused' in found) return found;
  return { ...found, documents: found.documents.map((attachment) => linked(ports, emailId, attachment)) };
}

/** GET /emails/{id}/attachments/{attachment_id}. */
export interface GetAttachment {
  readonly teamId: string;
  readonly emailId: string;
  readonly attachmentId: string;
}
export type GetAttachmentResult = LinkedAttachment | undefined;

export const GetAttachment = query({ name: 'GetAttachment', need: 'read-only', run: getAttachment });

export async function getAttachment(
  ports: AttachmentPorts,
  { teamId, emailId, attachmentId }: GetAttachment,
): Promise<GetAttachmentResult> {
  const email = await openTeamEmail(ports, teamId, emailId);
  const attachment = email?.document.attachments.find(({ id }) => id === attachmentId);
  return attachment && linked(ports, emailId, attachment);
}

/** The content behind a link, which needs no API key. */
export interface DownloadAttachment {
  readonly emailId: string;
  readonly attachmentId: string;
  readonly link: LinkSignature;
  /** Reserves memory before the content is read; false where there is not so much. */
  readonly takeBytes: (bytes: number) => boolean;
  /** Counts the opening of what was found; rejects where there were too many. */
  readonly count: CountOpening;
}
/** Undefined when it was erased or never existed. The content of a raw message is streamed. */
export type DownloadAttachmentResult =
  | { readonly attachment: EmailAttachment; readonly content: Buffer | AsyncIterable<Buffer> }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'busy' }
  | undefined;

export type DownloadAttachmentPorts = AttachmentPorts & ReadBodyPorts;

export const DownloadAttachment = query({ name: 'DownloadAttachment', need: 'anyone', run: downloadAttachment });

export async function downloadAttachment(
  ports: DownloadAttachmentPorts,
  { emailId, attachmentId, link, takeBytes, count }: DownloadAttachment,
): Promise<DownloadAttachmentResult> {
  const { hash, clock } = ports;
  if (!isValidLink(hash, downloadPath(emailId, attachmentId), link, clock.now())) return { refused: 'link-invalid' };
  await count(foundKey('attachment', attachmentId));
  const email = await openEmail(ports, emailId);
  const attachment = email?.document.attachments.find(({ id }) => id === attachmentId);
  if (email === undefined || attachment === undefined) return undefined;
  // A raw message is streamed; else it is held as it is stored, and as it is sent.
  const isStreamed = email.document.raw !== undefined && attachment.part !== undefined;
  if (!isStreamed && !takeBytes(attachment.content.sizeBytes + attachment.size)) return { refused: 'busy' };
  const content = await openAttachment(ports, email, attachment);
  return content === undefined ? undefined : { attachment, content };
}
