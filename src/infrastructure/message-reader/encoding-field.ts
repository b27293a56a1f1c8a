import type { HeaderField } from '../../application/ports/message-reader.js';
import { type Edit, replacement } from './edits.js';
import type { Entity, Header } from './entity-walker.js';
import { valueOf } from './header-section.js';

/** RFC 2045 §6.2: what is not encoded yet. */
export const notEncoded: ReadonlySet<string | undefined> = new Set(['', '7bit', '8bit', 'binary']);
const encodingName = 'content-transfer-encoding';

export type NewEncoding = 'quoted-printable' | 'base64' | '7bit';

/** Lower case; empty: there is no such field. Undefined when there are two. */
export function encodingOf({ fields }: Entity): string | undefined {
  const [field, ...more] = fields.filter(isEncodingField);
  if (more.length > 0) return undefined;
  if (field === undefined) return '';
  return valueOf(field)
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase();
}

export function isEncodingField({ name }: HeaderField): boolean {
  return name.toLowerCase() === encodingName;
}

export function hasField({ fields }: Entity, wanted: string): boolean {
  return fields.some(({ name }) => name.toLowerCase() === wanted);
}

/** The part says that it is encoded so. */
export function encodingEdit({ fields }: Entity, header: Header, encoding: NewEncoding): Edit {
  const index = fields.findIndex(isEncodingField);
  const field = fields[index];
  if (field === undefined) return addition(header, `Content-Transfer-Encoding: ${encoding}`);
  const start = fields.slice(0, index).reduce((sum, { bytes }) => sum + bytes.length, header.start);
  return replacement(start, start + field.bytes.length, `${field.name}: ${encoding}\r\n`);
}

/** One more field, below the others. */
export function addition({ start, bytes }: Header, field: string): Edit {
  const end = start + bytes.length;
  return replacement(end, end, `${field}\r\n`);
}
