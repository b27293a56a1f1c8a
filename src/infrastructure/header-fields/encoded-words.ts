import { decodeWords } from 'postal-mime';
import { asWindows1252 } from '../../domain/shared/windows-1252.js';

/** RFC 2047 §2 allows 75 characters to an encoded word; the rest of the line is for the name and what follows. */
const wordCharacters = 52;
const charset = 'UTF-8';
const frameCharacters = `=?${charset}?B??=`.length;
const contentCharacters = wordCharacters - frameCharacters;
/** What fills a word of base64: three octets become four characters. */
const contentOctets = (contentCharacters / 4) * 3;

/**
 * A text as encoded words (RFC 2047), by the shorter of the two encodings, with spaces between them that no reader
 * shows. Each word holds whole characters. In base64 all but the last hold a multiple of three octets, so that none
 * but the last ends in `=`: some readers drop what follows a padded word.
 */
export function encodedWords(text: string): string {
  // Half a surrogate pair has no UTF-8.
  const characters = Array.from(Buffer.from(text).toString());
  const ascii = text.replace(/[^\x20-\x7e]+/g, '').length;
  const words = ascii * 2 >= characters.length ? quotedWords(characters) : base64Words(characters);
  return words.join(' ');
}

function quotedWords(characters: readonly string[]): readonly string[] {
  const words: string[] = [];
  let content = '';
  for (const character of characters) {
    const written = quoted(character);
    if (content.length + written.length > contentCharacters) {
      words.push(framed('Q', content));
      content = '';
    }
    content += written;
  }
  return [...words, framed('Q', content)];
}

/** RFC 2047 §4.2 and §5(3): what stands for itself stands in a phrase too. */
function quoted(character: string): string {
  return character.length === 1 && character < '\x80'
    ? (quotedAscii[character.charCodeAt(0)] ?? '')
    : octets(character);
}

const octets = (character: string): string => encodeURIComponent(character).replaceAll('%', '=');

const quotedAscii = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z\d!*+\-/]/.test(character)) return character;
  return character === ' ' ? '_' : `=${code.toString(16).toUpperCase().padStart(2, '0')}`;
});

function base64Words(characters: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let start = 0; start < characters.length; ) {
    const end = wholeTriples(characters, start);
    if (end === undefined) {
      // No multiple of three begins here: this character goes by the other encoding.
      words.push(framed('Q', quoted(characters[start] ?? '')));
      start += 1;
    } else {
      words.push(framed('B', Buffer.from(characters.slice(start, end).join('')).toString('base64')));
      start = end;
    }
  }
  return words;
}

/** Behind the last character that fits a word which may be followed by another; all that is left where it fits. */
function wholeTriples(characters: readonly string[], start: number): number | undefined {
  let octets = 0;
  let whole: number | undefined;
  for (let end = start; end < characters.length; end++) {
    octets += Buffer.byteLength(characters[end] ?? '');
    if (octets > contentOctets) return whole;
    if (octets % 3 === 0) whole = end + 1;
  }
  return characters.length;
}

const framed = (encoding: 'B' | 'Q', content: string): string => `=?${charset}?${encoding}?${content}?=`;

/**
 * Whether a reader may take a part of the text for an encoded word. Wider than RFC 2047 §2: readers are, and some
 * decode across spaces.
 */
export function looksEncoded(text: string): boolean {
  const first = text.search(/=\?[^?]*\?[BbQq]\?/);
  return first !== -1 && text.lastIndexOf('?=') > first;
}

/** What people read of a text with encoded words in it. */
export function decodedWords(text: string): string {
  return looksEncoded(text) ? asWindows1252(decodeWords(text)) : text;
}
