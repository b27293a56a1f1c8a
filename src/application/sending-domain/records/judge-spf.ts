import type { ExpectedRecord } from './expected-records.js';
import { type Judgement, strayCharacters, withoutStrayCharacters } from './judgement.js';

/** RFC 7208 §4.5: what receivers take for an SPF record. */
export function isSpf(text: string): boolean {
  return /^v=spf1( |$)/i.test(text);
}

/** One SPF record with the terms that are shown; other TXT records of the name do not count. */
export function judgeSpf(
  expected: ExpectedRecord,
  byRegion: readonly { readonly region: string; readonly value: string }[],
  texts: readonly string[],
): Judgement {
  const records = texts.filter((text) => isSpf(withoutStrayCharacters(text)));
  const [record] = records;
  if (record === undefined) return { status: 'missing', found: texts, advice: [] };
  const found = records;
  if (records.length > 1) {
    return { status: 'different', found, advice: [{ code: 'several-spf-records', count: records.length }] };
  }
  if (isSpf(record) && sameTerms(record, expected.value)) return { status: 'verified', found, advice: [] };
  const characters = strayCharacters(record);
  if (characters !== undefined && sameTerms(withoutStrayCharacters(record), expected.value)) {
    return { status: 'different', found, advice: [{ code: 'stray-characters', characters }] };
  }
  const other = byRegion.find(({ value }) => sameTerms(value, record));
  if (other !== undefined)
    return { status: 'different', found, advice: [{ code: 'other-region', region: other.region }] };
  return { status: 'different', found, advice: [{ code: 'wrong-value' }] };
}

/** Neither case nor the number of spaces between terms means anything (RFC 7208 §4.6.1 and §12). */
function sameTerms(left: string, right: string): boolean {
  const terms = (text: string) => text.trim().toLowerCase().split(/ +/).join(' ');
  return terms(left) === terms(right);
}
