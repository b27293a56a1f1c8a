import { membersOf } from '../../../domain/shared/members.js';

/**
 * The bytes of an attachment's `content` in any of the encodings that clients send; undefined where it is none of them.
 */
export function attachmentContent(content: unknown): Uint8Array | undefined {
  // In a large body the parser has decoded the contents already.
  if (content instanceof Uint8Array) return content;
  if (typeof content === 'string') return fromBase64(content);
  if (Array.isArray(content)) return fromByteValues(content);
  if (typeof content !== 'object' || content === null) return undefined;
  // What a Node Buffer becomes in JSON.
  const { type, data } = membersOf(content);
  return type === 'Buffer' && typeof data === 'object' ? attachmentContent(data ?? undefined) : undefined;
}

/** RFC 4648 §4, with the line breaks that MIME encoders add; their padding may be missing. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
}

function fromBase64(content: string): Buffer | undefined {
  const text = content.replace(/\s+/g, '');
  return isBase64(text) ? Buffer.from(text, 'base64') : undefined;
}

function fromByteValues(values: readonly unknown[]): Buffer | undefined {
  const isByte = (value: unknown): boolean =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
  // Every one of them is a number by then.
  return values.every(isByte) ? Buffer.from(values as readonly number[]) : undefined;
}
