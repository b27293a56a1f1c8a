import { quoteString } from 'nodemailer/lib/mime-funcs';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { asciiValue } from '../header-fields/ascii-value.js';
import { encodedWords, looksEncoded } from '../header-fields/encoded-words.js';
import { foldedField, hasLongWord } from '../header-fields/fold.js';
import { grammarOf } from '../header-fields/grammar.js';

/** One header field with its CRLF, folded. Whatever the value contains, no other line can come out of it. */
export function headerField(name: string, value: string): string {
  const line = oneLine(value);
  const grammar = grammarOf(name);
  if (grammar === 'text') return field(name, isPlain(line) ? line : encodedWords(line));
  const written = asciiValue(grammar, line);
  // Refused when the email is accepted; one that was accepted before goes as text.
  const folded = 'value' in written ? foldedField(name, grammar, written.value) : undefined;
  return folded ?? field(name, encodedWords(line));
}

/** Like {@link headerField} for a list of mailboxes. */
export function addressField(name: string, mailboxes: readonly Mailbox[]): string {
  return field(name, mailboxes.map(formatAddress).join(', '));
}

const field = (name: string, value: string): string => foldedField(name, 'text', value) ?? `${name}: ${value}\r\n`;

/** RFC 5322 §3.4. An address keeps its UTF-8 (RFC 6532); a name never does. */
function formatAddress({ name, address }: Mailbox): string {
  const addressSpec = oneLine(address);
  const phrase = name === null ? '' : oneLine(name).trim();
  return phrase === '' ? addressSpec : `${encodePhrase(phrase)} <${addressSpec}>`;
}

function encodePhrase(name: string): string {
  if (!isPlain(name)) return encodedWords(name);
  return /^[A-Za-z0-9 !#$%&'*+\-/=?^_`{|}~]+$/.test(name) ? name : quoteString(name);
}

/** Printable ASCII that folds, and that no reader takes for an encoded word. */
function isPlain(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text) && !looksEncoded(text) && !hasLongWord(text);
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').trim();
}
