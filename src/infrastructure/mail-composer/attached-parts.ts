import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as base64 from 'nodemailer/lib/base64';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Attachment } from '../../application/ports/mail-composer.js';
import { encodedWords } from '../header-fields/encoded-words.js';
import { parameter } from '../header-fields/parameters.js';
import { withTrueCharset } from '../header-fields/text-charset.js';

/** RFC 2045 §6.8. */
const encodedLineLength = 76;
/** Whole lines of base64, so that every slice's stands for itself; small enough that no request waits for one. */
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

function leaf(attachment: Attachment, disposition: 'inline' | 'attachment'): MimeNode {
  return new MimeNode().setRaw(Readable.from(partOf(attachment, disposition), { objectMode: false }));
}

/** Its fields, an empty line, and base64 without the last line end, which is the boundary's. */
function* partOf(attachment: Attachment, disposition: 'inline' | 'attachment'): Generator<Buffer> {
  const { filename, contentId, content } = attachment;
  const named = filename === null ? [] : parameter('filename', filename);
  const fields = [
    `Content-Type: ${folded([...typeOf(attachment), ...(filename === null ? [] : [nameParameter(filename)])])}`,
    'Content-Transfer-Encoding: base64',
    ...(contentId === null ? [] : [`Content-ID: <${contentId}>`]),
    `Content-Disposition: ${folded([disposition, ...named])}`,
  ];
  yield Buffer.from(`${fields.join('\r\n')}\r\n\r\n`);
  for (let start = 0; start < content.length; start += sliceBytes) {
    const text = base64.wrap(base64.encode(content.subarray(start, start + sliceBytes)), encodedLineLength);
    yield Buffer.from(start === 0 ? text : `\r\n${text}`, 'latin1');
  }
}

const folded = (parts: readonly string[]): string => parts.join(';\r\n ');

/** The media type and its parameters, but for a name: that of the file is written. */
function typeOf({ contentType, content }: Attachment): readonly string[] {
  // Parts of these types must not be encoded (RFC 2046 §5.1, §5.2.1), and unencoded they would not arrive unchanged.
  if (/^(?:multipart|message)\//i.test(contentType)) return ['application/octet-stream'];
  return [withTrueCharset(contentType, content).replace(/(?<!\s)\s*;\s*name=(?:"[^"]*"|[^\s;]*)/gi, '')];
}

/** For readers that know no RFC 2231: encoded words in quotes, which RFC 2047 does not allow and all of them read. */
function nameParameter(filename: string): string {
  const [written = '', ...more] = parameter('name', filename);
  const isPlain = more.length === 0 && !written.startsWith('name*');
  return isPlain ? written : `name="${encodedWords(filename).replaceAll(' ', '\r\n ')}"`;
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
