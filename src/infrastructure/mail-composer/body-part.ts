import { createHash } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import type { EmailBody } from '../../application/ports/mail-composer.js';

/**
 * The MIME entity of a body (RFC 2045, RFC 2046): its Content-* fields, an empty line, the content. Text and html are
 * alternatives; where there is neither, the text is empty. The same bytes for the same seed.
 */
export function composeBody(body: EmailBody, seed: string): Promise<Buffer> {
  // `=_` cannot occur in quoted-printable or base64, so no content contains a boundary.
  const root = new MimeNode(undefined, {
    boundaryPrefix: '=_ph',
    baseBoundary: createHash('sha256').update(seed).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const parts = [
    ...(body.text === undefined || body.text === '' ? [] : [{ type: 'text/plain', content: body.text }]),
    ...(body.html === undefined || body.html === '' ? [] : [{ type: 'text/html', content: body.html }]),
  ];
  const [only = { type: 'text/plain', content: '' }, ...others] = parts;
  if (others.length === 0) return textPart(root, only).build();
  const alternative = root.createChild('multipart/alternative');
  for (const part of parts) textPart(alternative, part);
  return alternative.build();
}

function textPart(parent: MimeNode, part: { readonly type: string; readonly content: string }): MimeNode {
  return parent.createChild(`${part.type}; charset=utf-8`).setContent(withCrlf(part.content));
}

/** RFC 5321 §2.3.8: a bare CR or LF is no line end, and some receivers take it for one. */
function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}
