import type { ReplyKind } from './judgement.js';

/** The first rule whose pattern is in the text (on one line, any case) decides; `code` narrows it to some replies. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly kind: ReplyKind;
  readonly code?: RegExp;
}

export const rule = (kind: ReplyKind, pattern: RegExp, code?: RegExp): TextRule =>
  code === undefined ? { kind, pattern } : { kind, pattern, code };

/**
 * One line in lower case, without accents: replies break theirs anywhere, and say their codes again on each. An address
 * is no word of theirs.
 */
export function unfolded(text: string): string {
  return text
    .toLowerCase()
    .replace(/\n(?:\d{3}[- ])?(?:[45]\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replace(/[^\s<>()[\]:;,"@]{1,128}@[^\s<>()[\]:;,"@]+/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replaceAll('’', "'");
}

/** Without what is no sentence of the receiver: pages to read, and the tables in which Postfix did not find a name. */
export function withoutPages(line: string): string {
  return line
    .replace(/\b(?:https?:\/\/|www\.|relay=)\S+/g, '')
    .replace(/\bremote (?:server|host|mta) (?:returned|said|replied|answered|responded)\b/g, '')
    .replace(/\bin [a-z]+ (?:recipient|mailbox|alias) table\b/g, '');
}
