import { isAscii, isUtf8 } from 'node:buffer';
import type { HeaderField } from '../../application/ports/message-reader.js';
import { decodedWords } from '../header-fields/encoded-words.js';
import { asWindows1252 } from '../../domain/shared/windows-1252.js';
import { grammarOf } from '../header-fields/grammar.js';

/** RFC 5322 §2.2 and the white space before the colon of §4.5. */
const fieldStart = /^([!-9;-~]{1,200})[ \t]*:/;

/** Undefined where a line is neither a field nor the continuation of one. */
export function headerFields(section: Buffer): readonly HeaderField[] | undefined {
  const fields: HeaderField[] = [];
  // One character for each byte.
  const text = section.toString('latin1');
  let start = 0;
  while (start < text.length) {
    let end = lineEnd(text, start);
    while (text[end] === ' ' || text[end] === '\t') end = lineEnd(text, end);
    const name = fieldStart.exec(text.slice(start, Math.min(end, start + 300)))?.[1];
    if (name === undefined) return undefined;
    fields.push({ name, bytes: section.subarray(start, end) });
    start = end;
  }
  return fields;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\r\n', start);
  return end === -1 ? text.length : end + 2;
}

/** Unfolded, RFC 5322 §2.2.3. UTF-8 as RFC 6532 has it; what is none is taken for windows-1252, which has Latin-1. */
export function valueOf({ bytes }: HeaderField): string {
  const text = characters(bytes);
  return text
    .slice(text.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();
}

/** For people: no control character passes. Encoded words stand in texts only (RFC 2047 §5). */
export function readableValue(field: HeaderField): string {
  const value = valueOf(field);
  return withoutControls(grammarOf(field.name) === 'text' ? decodedWords(value) : value);
}

/** Each control character becomes a space. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

function characters(bytes: Buffer): string {
  // Nearly every field; a decoder costs more than all the rest of reading one.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : asWindows1252(bytes.toString('latin1'));
}
