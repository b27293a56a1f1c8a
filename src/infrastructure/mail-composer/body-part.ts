import { createHash } from 'node:crypto';
import * as base64 from 'nodemailer/lib/base64';
import * as quotedPrintable from 'nodemailer/lib/qp';
import type { EmailBody } from '../../application/ports/mail-composer.js';

/** RFC 2045 §6.7 and §6.8. */
const encodedLineLength = 76;

/**
 * The MIME entity of a body (RFC 2045, RFC 2046): its Content-* fields, an empty line, the content, in ASCII lines that
 * end with CRLF. Text and html are alternatives; where there is neither, the text is empty. The same for the same seed.
 */
export function composeBody({ text = '', html = '' }: EmailBody, seed: string): string {
  if (html === '') return ended(textPart('text/plain', text));
  if (text === '') return ended(textPart('text/html', html));
  // `=_` occurs neither in quoted-printable nor in base64, and the digest cannot be guessed.
  const boundary = `=_${createHash('sha256').update(seed).digest('hex').slice(0, 32)}`;
  return [
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n`,
    `--${boundary}\r\n${textPart('text/plain', text)}`,
    // A reader shows the last part that it can, RFC 2046 §5.1.4.
    `--${boundary}\r\n${textPart('text/html', html)}`,
    `--${boundary}--\r\n`,
  ].join('\r\n');
}

function textPart(type: string, content: string): string {
  const { encoding, encoded } = encode(withCrlf(content));
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
}

/**
 * As it is where every receiver passes it on unchanged, otherwise by the shorter of the two encodings. Verifiers differ
 * in what they hash of a body that is empty or ends in lines of blanks: it ends in an encoded one (RFC 2045 §6.7(3)).
 */
function encode(text: string): { readonly encoding: string; readonly encoded: string } {
  const last = lastBeforeLineEnds(text);
  if (last === undefined) return { encoding: 'quoted-printable', encoded: `=20${text}` };
  const isBlank = last === ' ' || last === '\t';
  if (!isBlank && /^[\t\r\n\x20-\x7e]*$/.test(text) && !hasLongLines(text)) return { encoding: '7bit', encoded: text };
  const others = text.length - text.replace(/[^\t\r\n\x20-\x7e]/g, '').length;
  return others * 4 < text.length
    ? {
        encoding: 'quoted-printable',
        encoded: quotedPrintable.wrap(quotedPrintable.encode(text), encodedLineLength),
      }
    : { encoding: 'base64', encoded: base64.wrap(base64.encode(text), encodedLineLength) };
}

/** Undefined where there is nothing else. */
function lastBeforeLineEnds(text: string): string | undefined {
  let end = text.length;
  while (text.endsWith('\r\n', end)) end -= 2;
  return text[end - 1];
}

function hasLongLines(text: string): boolean {
  let start = 0;
  for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n', start)) {
    if (end - start > encodedLineLength) return true;
    start = end + 2;
  }
  return text.length - start > encodedLineLength;
}

function ended(part: string): string {
  return part.endsWith('\r\n') ? part : `${part}\r\n`;
}

/** RFC 5321 §2.3.8: a bare CR or LF is no line end, and some receivers take it for one. */
function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}
