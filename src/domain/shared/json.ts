/** Plain JSON: what an event's data and metadata are made of, so that a round trip changes nothing. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A value of which only the canonical text is at hand: it is written as it is, and nobody looks into it. */
export class CanonicalText {
  constructor(readonly text: string) {}
}

/**
 * The one text of a JSON value: keys sorted by UTF-16 code unit, no white space, `undefined` members left out. Digests,
 * payload hashes and the comparison of rebuilt documents are all taken over this text.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (value instanceof CanonicalText) return value.text;
  // Concatenation: half the time of joining arrays of parts, on a path that every event takes.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === undefined) continue;
    if (text !== '') text += ',';
    text += `${quotedKey(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Keys are few and come again and again. */
const quotedKeys = new Map<string, string>();
const maxQuotedKeys = 1_000;

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(key);
  if (quotedKeys.size < maxQuotedKeys) quotedKeys.set(key, quoted);
  return quoted;
}
