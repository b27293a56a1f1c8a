import { encodeWord, quoteString } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Mailbox } from '../../domain/shared/mailbox.js';

/** RFC 5322 §2.1.1 recommends 78 columns with the line end. */
const lineWidth = 76;
/** A word that is longer cannot be folded and would break the limit of 998. */
const maxWordLength = 900;
/** RFC 2047 §2: an encoded word has at most 75 characters; the rest of the line is for the name and the comma. */
const encodedWordLength = 52;
const writtenMailboxes = /^(reply-to|sender|resent-(from|sender|to|cc))$/i;

/** One header field with its CRLF, folded. Whatever the value contains, no other line can come out of it. */
export function headerField(name: string, value: string): string {
  const line = oneLine(value);
  // In a field that the sender wrote as text, only the names of its mailboxes may become encoded words.
  return fold(name, writtenMailboxes.test(name) ? MimeNode.encodeHeaderValue('Reply-To', line) : encodeText(line));
}

/** Like {@link headerField} for a list of mailboxes. */
export function addressField(name: string, mailboxes: readonly Mailbox[]): string {
  return fold(name, mailboxes.map(formatAddress).join(', '));
}

/** RFC 5322 §3.4. An address keeps its UTF-8 (RFC 6532); a name never does. */
function formatAddress({ name, address }: Mailbox): string {
  const addressSpec = oneLine(address);
  const phrase = name === null ? '' : oneLine(name).trim();
  return phrase === '' ? addressSpec : `${encodePhrase(phrase)} <${addressSpec}>`;
}

function encodePhrase(name: string): string {
  if (!isPlain(name)) return encoded(name);
  return /^[A-Za-z0-9 !#$%&'*+\-/=?^_`{|}~]+$/.test(name) ? name : quoteString(name);
}

/** Structured fields (List-Unsubscribe, References) are ASCII and pass as they are. */
function encodeText(value: string): string {
  return isPlain(value) ? value : encoded(value);
}

/** Printable ASCII that folds, and that no reader takes for an encoded word. */
function isPlain(text: string): boolean {
  if (!/^[\t\x20-\x7e]*$/.test(text) || text.includes('=?')) return false;
  return text.length <= maxWordLength || text.split(/[ \t]/).every((word) => word.length <= maxWordLength);
}

/** RFC 2047, the shorter of its two encodings. */
function encoded(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, '').length;
  return encodeWord(text, ascii * 2 >= text.length ? 'Q' : 'B', encodedWordLength);
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').trim();
}

/** Breaks before white space, so that no line consists of it alone (RFC 5322 §3.2.2). */
function fold(name: string, value: string): string {
  let line = `${name}:`;
  let output = '';
  for (const word of ` ${value}`.match(/[ \t]*[^ \t]+/g) ?? []) {
    if (line.length + word.length > lineWidth && line !== `${name}:`) {
      output += `${line}\r\n`;
      line = word;
    } else {
      line += word;
    }
  }
  return `${output}${line}\r\n`;
}
