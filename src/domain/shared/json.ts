/** Plain JSON: what an event's data and metadata are made of, so that a round trip changes nothing. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The one text of a JSON value: keys sorted by UTF-16 code unit, no white space, `undefined` members left out. Digests,
 * payload hashes and the comparison of rebuilt documents are all taken over this text.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
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
    text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}
