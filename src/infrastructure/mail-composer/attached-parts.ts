import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Attachment } from '../../application/ports/mail-composer.js';

/** A multiple of three, so that every slice's base64 stands for itself; small enough that no request waits for one. */
const sliceBytes = 57 * 4096;

/**
 * The MIME entity of a body with attachments: files after the body, and what the html shows by its content id together
 * with it (RFC 2387). Its Content-* fields, an empty line, the content; the same for the same seed. In pieces: together
 * they may be large, and the caller joins them once.
 */
export async function composeWithAttachments(
  body: { readonly entity: string; readonly hasHtml: boolean },
  attachments: readonly Attachment[],
  seed: string,
): Promise<readonly Buffer[]> {
  const isInline = ({ contentId }: Attachment): boolean => body.hasHtml && contentId !== null;
  const inline = attachments.filter(isInline);
  const files = attachments.filter((attachment) => !isInline(attachment));
  const options = { baseBoundary: createHash('sha256').update(seed).digest('hex').slice(0, 32), boundaryPrefix: '=_' };
  const readable = (): MimeNode => new MimeNode().setRaw(body.entity);
  if (files.length === 0) return entityOf(related(readable(), inline, options));
  const mixed = new MimeNode('multipart/mixed', options);
  mixed.appendChild(inline.length === 0 ? readable() : related(readable(), inline, options));
  for (const file of files) mixed.appendChild(leaf(file, 'attachment'));
  return entityOf(mixed);
}

function related(readable: MimeNode, inline: readonly Attachment[], options: MimeNode.Options): MimeNode {
  const node = new MimeNode('multipart/related', options);
  node.appendChild(readable);
  for (const attachment of inline) node.appendChild(leaf(attachment, 'inline'));
  return node;
}

function leaf(
  { filename, contentType, contentId, content }: Attachment,
  disposition: 'inline' | 'attachment',
): MimeNode {
  const node = new MimeNode(encodable(contentType), filename === null ? {} : { filename });
  node.setHeader('Content-Transfer-Encoding', 'base64');
  node.setHeader('Content-Disposition', disposition);
  if (contentId !== null) node.setHeader('Content-ID', `<${contentId}>`);
  return node.setContent(Readable.from(slicesOf(content), { objectMode: false }));
}

/** Parts of these types must not be encoded (RFC 2046 §5.1, §5.2.1), and unencoded they would not arrive unchanged. */
function encodable(contentType: string): string {
  return /^(?:multipart|message)\//i.test(contentType) ? 'application/octet-stream' : contentType;
}

function* slicesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += sliceBytes) yield content.subarray(start, start + sliceBytes);
}

/** What a root node writes, without Date, Message-ID and the like, which are the email's own. */
async function entityOf(root: MimeNode): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of root.createReadStream()) chunks.push(chunk as Buffer);
  let begun = 1;
  while (begun < chunks.length && !Buffer.concat(chunks.slice(0, begun)).includes('\r\n\r\n')) begun += 1;
  const beginning = Buffer.concat(chunks.slice(0, begun));
  const headersEnd = beginning.indexOf('\r\n\r\n');
  const fields = beginning.toString('latin1', 0, headersEnd).split(/\r\n(?![ \t])/);
  const own = fields.filter((field) => /^content-/i.test(field)).map((field) => `${field}\r\n`);
  const headers = Buffer.from(`${own.join('')}\r\n`, 'latin1');
  return [headers, beginning.subarray(headersEnd + 4), ...chunks.slice(begun)];
}
