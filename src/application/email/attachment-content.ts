import type { EmailAttachment } from '../../projections/emails/emails.document.js';
import { type ReadBodyPorts, readRawPart, type StoredEmail, type TakeBytes } from './read-email.js';

/**
 * The content of an attachment; from a raw message it is streamed.
 * @returns undefined when it was erased.
 */
export async function openAttachment(
  ports: ReadBodyPorts,
  { document: { raw, body }, keyRing }: StoredEmail,
  { content, part }: EmailAttachment,
): Promise<Buffer | AsyncIterable<Buffer> | undefined> {
  const key = keyRing.get(content.kid);
  if (key?.state !== 'present') return undefined;
  if (raw !== undefined && part !== undefined) return readRawPart(ports, { body, raw }, key.key, part);
  const bytes = await ports.blobs.get(content.blobId);
  return bytes === undefined ? undefined : ports.sealer.openContent(content, key.key, bytes);
}

/** All of it in memory, as it is sent; undefined: erased. */
export async function readAttachment(
  ports: ReadBodyPorts,
  email: StoredEmail,
  attachment: EmailAttachment,
): Promise<Buffer | undefined> {
  const opened = await openAttachment(ports, email, attachment);
  if (opened === undefined || Buffer.isBuffer(opened)) return opened;
  const chunks: Buffer[] = [];
  for await (const chunk of opened) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A picture that the html shows by its content id (RFC 2392). */
export interface InlinePicture {
  readonly contentId: string;
  /** `image/…`. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** Limit for all inline images of an email together; those beyond it are not shown. */
const maxPictureBytes = 4 * 1024 * 1024;
/** Its sealed bytes, itself, and its base64 in two copies. */
const copies = 5;

/** The pictures that lie in the mail, in their order, as far as the memory for them can be had. */
export async function readInlinePictures(
  ports: ReadBodyPorts,
  email: StoredEmail,
  html: string,
  takeBytes: TakeBytes,
): Promise<readonly InlinePicture[]> {
  const pictures: InlinePicture[] = [];
  let bytesLeft = maxPictureBytes;
  for (const attachment of email.document.attachments) {
    const { contentId, contentType, size } = attachment;
    if (contentId === null || !/^image\/[\w.+-]+$/i.test(contentType) || size > bytesLeft) continue;
    if (!/cid:/i.test(html) || !takeBytes(copies * size)) continue;
    const content = await readAttachment(ports, email, attachment);
    if (content === undefined) continue;
    bytesLeft -= size;
    pictures.push({ contentId, contentType, content });
  }
  return pictures;
}
