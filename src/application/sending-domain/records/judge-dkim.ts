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
  const aboutOthers = aboutTags(expected, found);
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

/** RFC 6376 §3.2. Space inside a key means nothing. */
function tagsOf(text: string): Tags {
  const tags = text.split(';').map((part) => {
    const [name = '', ...value] = part.split('=');
    return [name.trim(), value.join('=').replace(/\s+/g, '')] as const;
  });
  return new Map(tags.filter(([name]) => name !== ''));
}

/** RFC 6376 §3.6.2.2: a selector has one record. */
function aboutSeveral(expectedText: string, texts: readonly string[]): readonly Advice[] {
  const bare = (text: string) => text.replace(/[\s"\\]/g, '');
  if (fitTogether(bare(expectedText), texts.map(bare))) return [{ code: 'split-txt', records: texts.length }];
  return [{ code: 'several-dkim-records', count: texts.length }];
}

/** Whether the pieces, in some order, are the whole: the DNS hands records out in any order. */
function fitTogether(whole: string, pieces: readonly string[]): boolean {
  if (pieces.length === 0) return whole === '';
  return pieces.some((piece, index) => {
    return (
      piece !== '' && whole.startsWith(piece) && fitTogether(whole.slice(piece.length), pieces.toSpliced(index, 1))
    );
  });
}
