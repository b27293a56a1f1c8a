import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import type { EmailTag, UsedTemplate } from '../../domain/shared/accepted-email.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { unicodeDomain } from '../../domain/shared/unicode-label.js';

/** What a mail is found by. */
export interface Findable {
  readonly id: string;
  readonly messageId: string;
  readonly apiKeyId: string | null;
  /** Null when erased. */
  readonly sender: string | null;
  /** Addresses of recipients and for replies, without those that are erased. */
  readonly addresses: readonly string[];
  readonly subject: string;
  readonly tags: readonly EmailTag[];
  /** Null where it is about none. */
  readonly topicId: string | null;
  /** Null where it is composed from none. */
  readonly template: Pick<UsedTemplate, 'id' | 'version'> | null;
}

/** Limit of a document; the addresses of an email are kept even when there are more. */
const maxWords = 40;
const maxCharacters = 64;

/**
 * The words of a mail, and what its filters ask for: {@link filterToken}. NFC, lower case; an address also with its
 * domain in U-labels.
 */
export function emailTokens(email: Findable): readonly string[] {
  const { id, messageId, apiKeyId, sender, subject, tags, topicId, template } = email;
  const addresses = [...(sender === null ? [] : [sender]), ...email.addresses].flatMap(spellings);
  const domains = new Set(addresses.map(domainOfAddress));
  const parts = new Set(addresses.flatMap(partsOf));
  // The local part is what an address begins with, as the id is what most message ids begin with.
  const ownId = messageId.replace(/^<|>$/g, '');
  const known = [...new Set([ownId, ...(ownId.startsWith(id) ? [] : [id]), ...addresses].map(cutToken))];
  const said = [...tags.flatMap(({ name, value }) => [name, value]), ...wordsOf(subject)];
  const others = [...domains, ...said, ...parts].map(cutToken);
  const words = new Set([...known, ...others.slice(0, Math.max(0, maxWords - known.length))]);
  const filters = [
    ...(sender === null ? [] : [filterToken('domain', domainOfAddress(sender))]),
    ...(apiKeyId === null ? [] : [filterToken('key', apiKeyId)]),
    ...tags.map(({ name, value }) => filterToken('tag', name, value)),
    ...(topicId === null ? [] : [filterToken('topic', topicId)]),
    ...(template === null ? [] : [filterToken('template', template.id, String(template.version))]),
  ];
  return [...new Set([...words, ...filters])].filter((token) => token !== '').sort();
}

const bounceTokens = filterToken('bounce');

/** With what its bounces said in place of what they said before. */
export function withBounces(tokens: readonly string[], said: readonly ReplyKind[]): readonly string[] {
  const others = tokens.filter((token) => !token.startsWith(bounceTokens));
  return [...others, ...new Set(said.map((kind) => filterToken('bounce', kind)))].sort();
}

/** What a search asks for: for each word, a token that begins with it. */
export function searchedWords(search: string): readonly string[] {
  const words = normal(search).split(/\s+/u).map(bare);
  const asked = [...new Set(words.map(cutToken))].filter((word) => word !== '');
  // What begins with the longer word begins with the shorter one.
  return asked.filter((word) => !asked.some((other) => other !== word && other.startsWith(word)));
}

/**
 * What a filter asks for, whole: no word begins with this sign. The name of a tag alone is the beginning of what it has
 * with its value, and a template that of each of its versions.
 */
export function filterToken(
  what: 'bounce' | 'domain' | 'key' | 'tag' | 'template' | 'thread' | 'topic',
  ...values: readonly string[]
): string {
  return `=${[what, ...values].join(':')}:`;
}

/** What the filter tokens of all tags begin with. */
export const tagTokens = filterToken('tag');

/** `name=value`. Neither of the two has a colon. */
export function tagOfToken(token: string): string {
  return token.slice(tagTokens.length, -1).replace(':', '=');
}

/** What every email from or to the address has, and emails of longer addresses that begin with it. */
export const addressToken = (address: string): string => cutToken(normal(address));

/** As it was written, and with its domain as a reader knows it. */
export function spellings(address: string): readonly string[] {
  const written = normal(address);
  const domain = domainOfAddress(written);
  return [...new Set([written, written.slice(0, written.length - domain.length) + unicodeDomain(domain)])];
}

/**
 * The rest of the address from each of its signs on: `smith` finds `first.smith@example.com`. A top-level domain alone
 * finds too much.
 */
export function partsOf(address: string): readonly string[] {
  return Array.from(address.matchAll(/(?<![._+@-])[._+@-]+(?=[^._+@-])/gu), ({ index, 0: signs }) =>
    address.slice(index + signs.length),
  ).filter((part) => part.includes('.'));
}

/** What stands between spaces, and its parts: `order-42` is found by `order`, by `42` and as a whole. */
export function wordsOf(text: string): readonly string[] {
  const words = normal(text).split(/\s+/u).map(withoutMarks);
  return words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
}

/** A word that somebody typed: quotes and brackets around it are not meant. */
function bare(word: string): string {
  return word.includes('@')
    ? (/[^\s<>()[\]"',;:=@](?:.*[^\s<>()[\]"',;:.])?/su.exec(word)?.[0] ?? '')
    : withoutMarks(word);
}

/** From the first letter or digit to the last. Looking for the marks at the end takes time for each two in a row. */
function withoutMarks(word: string): string {
  return /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(word)?.[0] ?? '';
}

function normal(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** By code points: half a character is none. On one line, as stores want it. */
export function cutToken(word: string): string {
  const line = word.replaceAll('\n', ' ');
  return line.length <= maxCharacters ? line : Array.from(line).slice(0, maxCharacters).join('');
}
