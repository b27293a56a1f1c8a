import { isList, isObject } from './members.js';

/** A value of which only the canonical text is at hand: it is written as it is, and no code looks into it. */
export class CanonicalText {
  constructor(readonly text: string) {}
}

/** The text of an object that is to be written in another form; undefined: as it is. */
export type TextOf = (object: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * The one text of a JSON value: keys sorted by UTF-16 code unit, no white space, `undefined` members left out. Digests,
 * payload hashes and the comparison of rebuilt documents are all taken over this text. `textOf` is asked of each object
 * on the way; what it answers must itself be such a text.
 */
export function canonicalJson(value: unknown, textOf?: TextOf): string {
  if (!isObject(value)) return scalarText(value);
  if (value instanceof CanonicalText) return value.text;
  // Concatenation: half the time of joining arrays of parts, on a path that every event takes.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? canonicalJson(item, textOf) : `,${canonicalJson(item, textOf)}`;
    return `[${text}]`;
  }
  const replaced = textOf?.(value);
  if (replaced !== undefined) return replaced;
  for (const key of sorted(Object.keys(value))) {
    const member = value[key];
    if (member === undefined) continue;
    if (text !== '') text += ',';
    text += quotedKey(key) + canonicalJson(member, textOf);
  }
  return `{${text}}`;
}

/** Length of each piece of {@link canonicalPieces}, in characters; one value may be longer. */
const minPieceLength = 64 * 1024;

/**
 * The text of {@link canonicalJson} in pieces, for a value that is too large to be written in one turn. None halves a
 * surrogate pair.
 */
export function* canonicalPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const part of canonicalParts(value)) {
    piece += part;
    if (piece.length < minPieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* canonicalParts(value: unknown): Generator<string> {
  if (!isObject(value) || value instanceof CanonicalText) {
    yield canonicalJson(value);
    return;
  }
  if (isList(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* canonicalParts(item);
    }
    yield ']';
    return;
  }
  let separator = '';
  yield '{';
  for (const key of sorted(Object.keys(value))) {
    const member = value[key];
    if (member === undefined) continue;
    yield separator + quotedKey(key);
    yield* canonicalParts(member);
    separator = ',';
  }
  yield '}';
}

/** Beyond so many keys the built-in sort, with its start-up cost, is the faster one. */
const maxInserted = 32;

/** In place, by UTF-16 code unit. */
function sorted(keys: string[]): readonly string[] {
  if (keys.length > maxInserted) return keys.sort();
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] ?? '';
    let place = end;
    for (let before = keys[place - 1]; before !== undefined && before > key; before = keys[place - 1]) {
      keys[place] = before;
      place -= 1;
    }
    keys[place] = key;
  }
  return keys;
}

/** Neither quote, backslash nor control character, nor a surrogate: one that stands alone is escaped. */
const needsNoEscape = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
/** Characters: beyond them the built-in function is the faster one. */
const maxPlain = 200;

/** The built-in function costs each null and number of an event as much as a short text. */
function scalarText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (value === null) return 'null';
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return JSON.stringify(value) ?? 'null';
}

/** The text as JSON. */
export function stringText(value: string): string {
  return value.length <= maxPlain && needsNoEscape.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** Keys are few and come again and again; each with its colon. */
const quotedKeys = new Map<string, string>();
const maxQuotedKeys = 1_000;

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = `${JSON.stringify(key)}:`;
  if (quotedKeys.size < maxQuotedKeys) quotedKeys.set(key, quoted);
  return quoted;
}

/** @returns undefined when the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
