import type { ReceivedAttachment } from '../../projections/received/received.projection.js';
import { query } from '../access/use-case.js';
import { openAttachment } from '../email/attachment-content.js';
import type { ReadBodyPorts, ReadEmailPorts } from '../email/read-email.js';
import { foundKey } from '../ports/found-key.js';
import type { CountOpening } from '../ports/limit-key.js';
import { pageOf, type Page, type PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { isValidLink, type LinkSignature, signLink } from '../shared/signed-link.js';
import { openRaw, openReceived, openTeamReceived, storedEmail } from './open-received.js';
import { rawPath, receivedLinkSeconds } from './read-received.js';

type FilePorts = ReadEmailPorts & Pick<Ports, 'hash' | 'clock'>;

/** An attachment with the link to its content, which needs no API key. */
export interface LinkedReceivedAttachment {
  readonly attachment: ReceivedAttachment;
  /** Signature of {@link receivedFilePath}. */
  readonly link: LinkSignature;
}

/** Where the content of an attachment is downloaded: the path that its link signs. */
export const receivedFilePath = (receivedId: string, attachmentId: string): string =>
  `/emails/receiving/${receivedId}/attachments/${attachmentId}/download`;

function linked({ hash, clock }: FilePorts, receivedId: string, attachment: ReceivedAttachment) {
  const expires = Math.floor(clock.now() / 1000) + receivedLinkSeconds;
  return { attachment, link: signLink(hash, receivedFilePath(receivedId, attachment.id), expires) };
}

/** GET /emails/receiving/{id}/attachments, in the order of the message. Undefined when it is not this team's. */
export interface ListReceivedAttachments {
  readonly teamId: string;
  readonly receivedId: string;
  readonly page: Partial<PageRequest>;
}
export const ListReceivedAttachments = query({
  name: 'ListReceivedAttachments',
  need: 'read-only',
  async run(
    ports: FilePorts,
    { teamId, receivedId, page }: ListReceivedAttachments,
  ): Promise<Page<LinkedReceivedAttachment> | undefined> {
    const found = await openTeamReceived(ports, teamId, receivedId);
    if (found === undefined) return undefined;
    const shown = pageOf(found.document.attachments, page);
    if ('refused' in shown) return shown;
    return { ...shown, documents: shown.documents.map((attachment) => linked(ports, receivedId, attachment)) };
  },
});

/** GET /emails/receiving/{id}/attachments/{attachment_id}. */
export interface GetReceivedAttachment {
  readonly teamId: string;
  readonly receivedId: string;
  readonly attachmentId: string;
}
export const GetReceivedAttachment = query({
  name: 'GetReceivedAttachment',
  need: 'read-only',
  async run(
    ports: FilePorts,
    { teamId, receivedId, attachmentId }: GetReceivedAttachment,
  ): Promise<LinkedReceivedAttachment | undefined> {
    const found = await openTeamReceived(ports, teamId, receivedId);
    const attachment = found?.document.attachments.find(({ id }) => id === attachmentId);
    return attachment && linked(ports, receivedId, attachment);
  },
});

/** What a link opens, which needs no API key: an attachment, or the whole message. */
export interface DownloadReceived {
  readonly receivedId: string;
  /** Null for the message itself. */
  readonly attachmentId: string | null;
  readonly link: LinkSignature;
  /** Counts the opening of what was found; rejects where there were too many. */
  readonly count: CountOpening;
}
/** Undefined when it was erased or never existed. */
type DownloadReceivedResult =
  | {
      readonly file: Pick<ReceivedAttachment, 'filename' | 'contentType'>;
      readonly sizeBytes: number;
      readonly content: Buffer | AsyncIterable<Buffer>;
    }
  | { readonly refused: 'link-invalid' }
  | undefined;
export const DownloadReceived = query({ name: 'DownloadReceived', need: 'anyone', run: downloadReceived });

async function downloadReceived(
  ports: FilePorts & ReadBodyPorts,
  { receivedId, attachmentId, link, count }: DownloadReceived,
): Promise<DownloadReceivedResult> {
  const path = attachmentId === null ? rawPath(receivedId) : receivedFilePath(receivedId, attachmentId);
  if (!isValidLink(ports.hash, path, link, ports.clock.now())) return { refused: 'link-invalid' };
  await count(foundKey('attachment', attachmentId ?? receivedId));
  const found = await openReceived(ports, receivedId);
  if (found === undefined) return undefined;
  if (attachmentId === null) {
    const content = openRaw(ports, found);
    const file = { filename: `${receivedId}.eml`, contentType: 'message/rfc822' };
    return content && { file, sizeBytes: found.document.raw.sizeBytes, content };
  }
  const attachment = found.document.attachments.find(({ id }) => id === attachmentId);
  const stored = storedEmail(found);
  const place = stored.document.attachments.find(({ id }) => id === attachmentId);
  const content = place && (await openAttachment(ports, stored, place));
  return attachment && content && { file: attachment, sizeBytes: attachment.contentBytes, content };
}
