import type { ExpectedRecord } from './expected-records.js';
import type { Advice } from './finding.js';
import { type Judgement, strayCharacters, withoutStrayCharacters } from './judgement.js';

/** One key record whose tags mean what the shown ones mean (RFC 6376 §3.6.1). */
export function judgeDkim(expected: Pick<ExpectedRecord, 'value'>, texts: readonly string[]): Judgement {
  if (texts.length === 0) return { status: 'missing', found: [], advice: [] };
  const advice = texts.length === 1 ? aboutKey(expected.value, texts[0] ?? '') : aboutSeveral(expected.value, texts);
  return { status: advice.length === 0 ? 'verified' : 'different', found: texts, advice };
}

type Tags = ReadonlyMap<string, string>;

function aboutKey(expectedText: string, text: string): readonly Advice[] {
  const [expected, found] = [tagsOf(expectedText), tagsOf(text)];
  const key = found.get('p');
  const wanted = expected.get('p') ?? '';
  const aboutOthers = [...aboutList(text), ...aboutTags(expected, found)];
  if (key === wanted && aboutOthers.length === 0) return [];
  const characters = strayCharacters(text);
  if (characters !== undefined && tagsOf(withoutStrayCharacters(text)).get('p') === wanted) {
    return [{ code: 'stray-characters', characters }];
  }
  if (key === wanted) return aboutOthers;
  if (isBeginning(key, wanted)) return [{ code: 'cut-off', characters: text.length }];
  if (key === undefined) return [{ code: 'wrong-value' }];
  return [key === '' ? { code: 'revoked-key' } : { code: 'other-key' }];
}

/** Shorter beginnings are common to all keys of a kind: they hold its type and length. */
const sharedBeginningCharacters = 64;

function isBeginning(key: string | undefined, wanted: string): boolean {
  return key !== undefined && key.length > sharedBeginningCharacters && wanted.startsWith(key);
}

/** What makes a record invalid as a whole, whatever its tags say. */
function aboutList(text: string): readonly Advice[] {
  const parts = partsOf(text);
  if (!parts.every(isTag)) return [{ code: 'malformed-key-record' }];
  const names = parts.map((part) => tagOf(part)[0]);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return [{ code: 'repeated-key-tag', tag: repeated }];
  return names.indexOf('v') > 0 ? [{ code: 'key-version-not-first' }] : [];
}

function aboutTags(expected: Tags, found: Tags): readonly Advice[] {
  const unusable = [
    found.has('v') && found.get('v') !== 'DKIM1' ? 'v' : undefined,
    (found.get('k') ?? 'rsa') !== (expected.get('k') ?? 'rsa') ? 'k' : undefined,
    found.has('h') && !listOf(found.get('h')).includes('sha256') ? 'h' : undefined,
    found.has('s') && !listOf(found.get('s')).some((service) => service === '*' || service === 'email')
      ? 's'
      : undefined,
  ];
  const advice = unusable.filter((tag) => tag !== undefined).map((tag): Advice => ({ code: 'unusable-key-tag', tag }));
  return listOf(found.get('t')).includes('y') ? [...advice, { code: 'testing-key' }] : advice;
}

const listOf = (value = ''): readonly string[] => value.split(':').map((item) => item.trim());

/** RFC 6376 §3.2: separated by semicolons, of which one may stand at the end. */
function partsOf(text: string): readonly string[] {
  return text.replace(/;\s*$/, '').split(';');
}

/** RFC 6376 §3.2: a name, and a value of printable ASCII with space in it. */
function isTag(part: string): boolean {
  return /^\s*[A-Za-z][A-Za-z0-9_]*\s*=[\s!-:<-~]*$/.test(part);
}

/** Space inside a key means nothing. */
function tagOf(part: string): readonly [name: string, value: string] {
  const [name = '', ...value] = part.split('=');
  return [name.trim(), value.join('=').replace(/\s+/g, '')];
}

function tagsOf(text: string): Tags {
  return new Map(partsOf(text).map(tagOf));
}

/** RFC 6376 §3.6.2.2: a selector has one record. */
function aboutSeveral(expectedText: string, texts: readonly string[]): readonly Advice[] {
  const bare = (text: string) => text.replace(/[\s"\\]/g, '');
  if (texts.length <= mostPieces && fitTogether(bare(expectedText), texts.map(bare)))
    return [{ code: 'split-txt', records: texts.length }];
  return [{ code: 'several-dkim-records', count: texts.length }];
}

/** A key of 4,096 bits takes three strings. All orders are tried, so more pieces than these would hold the process. */
const mostPieces = 6;

/** Whether the pieces, in some order, are the whole: the DNS hands records out in any order. */
function fitTogether(whole: string, pieces: readonly string[]): boolean {
  if (pieces.length === 0) return whole === '';
  return pieces.some((piece, index) => {
    return (
      piece !== '' && whole.startsWith(piece) && fitTogether(whole.slice(piece.length), pieces.toSpliced(index, 1))
    );
  });
}
