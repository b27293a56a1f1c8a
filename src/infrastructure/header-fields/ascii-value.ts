import { withoutTrailing } from '../../domain/shared/without-trailing.js';
import { asciiDomain } from '../addresses/ascii-domain.js';
import { asciiUri } from './ascii-uri.js';
import { decodedWords, encodedWords } from './encoded-words.js';
import type { Grammar } from './grammar.js';
import { contentOf, type Piece, pieces } from './lexer.js';
import { parameter } from './parameters.js';

/** `problem`: what is outside ASCII where nothing can be encoded. Goes on after "has". */
export type AsciiValue = { readonly value: string } | { readonly problem: string };

const notAscii: AsciiValue = { problem: 'characters outside ASCII where its syntax allows none' };
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/**
 * A value on one line in ASCII, by the field's grammar. What is ASCII stays as it is, in a text outside ASCII too where
 * it is encoded already.
 */
export function asciiValue(grammar: Grammar, value: string): AsciiValue {
  if (isAscii(value)) return { value };
  switch (grammar) {
    case 'text':
      return { value: encodedWords(decodedWords(value)) };
    case 'trace':
      return { value: value.replace(/[^\x00-\x7f]+/g, '?') };
    case 'parameters':
      return withParameters(pieces(value));
    default:
      return structured(grammar, pieces(value));
  }
}

/** What stands between separators, in its order. A comment may stand anywhere. */
function structured(grammar: Exclude<Grammar, 'text' | 'trace' | 'parameters'>, all: readonly Piece[]): AsciiValue {
  const written: string[] = [];
  let words: Piece[] = [];
  const flush = (isPhrase: boolean): string | undefined => {
    const text = words.map((piece) => piece.text).join('');
    const ascii = isAscii(text) ? { value: text } : wordsInAscii(grammar, words, isPhrase);
    words = [];
    if ('problem' in ascii) return ascii.problem;
    written.push(ascii.value);
    return undefined;
  };
  for (const piece of all) {
    const { kind, text } = piece;
    // The colon of a bare URI or of an address of other networks is part of the word.
    const ends =
      kind === 'angle' || kind === 'comment' || (kind === 'separator' && text !== ':') || isGroup(grammar, text);
    if (!ends) {
      words.push(piece);
      continue;
    }
    const problem = flush(kind === 'angle' || text === ':');
    if (problem !== undefined) return { problem };
    const ascii = isAscii(text) ? { value: text } : kind === 'comment' ? comment(piece) : bracketed(grammar, piece);
    if ('problem' in ascii) return ascii;
    written.push(ascii.value);
  }
  const problem = flush(false);
  return problem === undefined ? { value: written.join('') } : { problem };
}

/** RFC 5322 §3.4: `Team: a@example.com, b@example.com;`. */
const isGroup = (grammar: Grammar, text: string): boolean => grammar === 'mailboxes' && text === ':';

function wordsInAscii(grammar: Grammar, words: readonly Piece[], isPhrase: boolean): AsciiValue {
  const text = words.map((piece) => piece.text).join('');
  const unspaced = withoutTrailing(text, ' \t');
  const [before = ''] = /^[ \t]*/.exec(unspaced) ?? [];
  const inner = unspaced.slice(before.length);
  const behind = text.slice(unspaced.length);
  const whole = (ascii: AsciiValue): AsciiValue =>
    'problem' in ascii ? ascii : { value: before + ascii.value + behind };
  if (grammar === 'tokens') return notAscii;
  if (grammar === 'uris' && !isPhrase) return whole(uri(inner));
  if (!isPhrase && inner.includes('@')) return whole(grammar === 'ids' ? identifier(inner) : address(inner));
  // An atom, a quoted string or an encoded word beside another: one phrase, RFC 5322 §3.2.5.
  const shown = words
    .map((piece) => (piece.kind === 'quoted' ? contentOf(piece) : piece.text))
    .join('')
    .trim();
  return { value: `${before}${encodedWords(decodedWords(shown))}${behind}` };
}

/** RFC 2047 §5(2). */
function comment(piece: Piece): AsciiValue {
  return { value: `(${encodedWords(decodedWords(contentOf(piece)))})` };
}

function bracketed(grammar: Grammar, { text }: Piece): AsciiValue {
  const inner = text.slice(1, -1);
  const ascii =
    grammar === 'uris'
      ? uri(inner)
      : grammar === 'ids'
        ? identifier(inner)
        : grammar === 'list-id'
          ? listName(inner)
          : address(inner);
  return 'problem' in ascii ? ascii : { value: `<${ascii.value}>` };
}

function uri(text: string): AsciiValue {
  const value = asciiUri(text);
  return value === undefined ? { problem: 'a URL whose host is no domain name' } : { value };
}

function identifier(text: string): AsciiValue {
  const value = withAsciiDomain(text);
  return value === undefined ? { problem: 'an identifier with characters outside ASCII' } : { value };
}

function address(text: string): AsciiValue {
  const value = withAsciiDomain(text);
  return value === undefined ? { problem: 'an address with characters outside ASCII before its @' } : { value };
}

function listName(text: string): AsciiValue {
  const value = asciiDomain(text.trim());
  return value === '' ? { problem: 'an identifier with characters outside ASCII' } : { value };
}

function withAsciiDomain(text: string): string | undefined {
  const at = text.lastIndexOf('@') + 1;
  const domain = asciiDomain(text.slice(at).trim());
  return domain !== '' && isAscii(text.slice(0, at)) ? text.slice(0, at) + domain : undefined;
}

/** `a/b; name=value; other="value"`. */
function withParameters(all: readonly Piece[]): AsciiValue {
  const parts: Piece[][] = [[]];
  for (const piece of all) {
    if (piece.text === ';') parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  const texts = parts.map((part) => part.map(({ text }) => text).join(''));
  const extended = new Set(texts.flatMap((text) => /^\s*([\w-]+)\*(?:\d+\*?)?=/.exec(text)?.[1]?.toLowerCase() ?? []));
  const written: string[] = [];
  for (const [number, part] of parts.entries()) {
    const text = texts[number] ?? '';
    if (isAscii(text)) written.push(text);
    else {
      const [, name] = /^\s*([\w.-]+)\s*=/.exec(text) ?? [];
      // What stands between the parts cannot be written otherwise.
      if (name === undefined || name.toLowerCase() === 'boundary') return notAscii;
      // The parameter is there twice, and readers take the other one.
      if (extended.has(name.toLowerCase())) continue;
      written.push(` ${parameter(name, givenValue(part)).join('; ')}`);
    }
  }
  return { value: written.join(';') };
}

/** What stands behind the equals sign, in quotes or, against the grammar, without. */
function givenValue(part: readonly Piece[]): string {
  const text = part
    .filter(({ kind }) => kind !== 'comment')
    .map((piece) => (piece.kind === 'quoted' ? contentOf(piece) : piece.text))
    .join('');
  return decodedWords(text.slice(text.indexOf('=') + 1).trim());
}
