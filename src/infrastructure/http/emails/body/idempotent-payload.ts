import { createHash } from 'node:crypto';
import { nextTurn } from '../../../../application/shared/delay.js';
import { slices, textSlices } from '../../../slices/slices.js';
import { attachmentContent } from '../../edge/attachment-content.js';
import { isList } from '../../../../domain/shared/members.js';

/** Longer texts are compared by their digests. */
const maxCharacters = 64 * 1024;

/**
 * What a request is compared by under its idempotency key: its body, with digests in the place of contents and of long
 * texts, so that nothing large is copied. A content is the same in whichever encoding it comes.
 */
export async function idempotentPayload(body: unknown): Promise<unknown> {
  return hasLargeParts(body) ? withDigests(body, false) : body;
}

/** Most bodies have none, and are compared as they are. */
function hasLargeParts(value: unknown): boolean {
  if (typeof value === 'string') return value.length > maxCharacters;
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'attachments') || Object.values(value).some(hasLargeParts);
}

/** One after the other: all digests of a batch at once would leave their turns no shorter than one for all of it. */
async function withDigests(value: unknown, isAttachment: boolean): Promise<unknown> {
  if (typeof value === 'string' && value.length > maxCharacters) return { sha256: await digestOfText(value) };
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (!isAttachment && !hasLargeParts(value)) return value;
  if (isList(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await withDigests(item, isAttachment));
    return items;
  }
  const payload: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const content = isAttachment && name === 'content' ? attachmentContent(member) : undefined;
    // Defined, not assigned: `__proto__` is a name like any other.
    Object.defineProperty(payload, name, {
      enumerable: true,
      value: content
        ? { sha256: await digestOf(content) }
        : await withDigests(member, !isAttachment && name === 'attachments'),
    });
  }
  return payload;
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for await (const slice of slices(bytes)) hash.update(slice);
  return hash.digest('hex');
}

/** Digest of the text's UTF-8. */
async function digestOfText(text: string): Promise<string> {
  const hash = createHash('sha256');
  for (const slice of textSlices(text)) {
    hash.update(slice);
    await nextTurn();
  }
  return hash.digest('hex');
}
