import { type Place, placesIn } from './content.js';

/** The places of a text that is no html: a value within a URL is a part of it. */
export function textPlaces(text: string): readonly Place[] {
  let word = emptyWord;
  let from = 0;
  return placesIn(text).map((place) => {
    const between = text.slice(from, place.start);
    const [, behindBreak] = wordEnd.exec(between) ?? [];
    word = behindBreak === undefined ? longer(word, between) : longer(emptyWord, behindBreak);
    from = place.end;
    const kind = word.isUrl || word.query === 'begun' ? 'link-part' : 'plain';
    word = behindValue(word);
    return { ...place, kind };
  });
}

/** What was read since the last sign that is in no URL. */
interface Word {
  /** Something stands behind the beginning of a URL. */
  readonly isUrl: boolean;
  /** A value may be a URL, which goes on with a query: a `?`, then a `=`. */
  readonly query: 'none' | 'value' | 'asked' | 'begun';
  /** The beginning of a URL may be cut in two. */
  readonly end: string;
}

const emptyWord: Word = { isUrl: false, query: 'none', end: '' };
const urlBegin = /(?:https?:\/\/|mailto:)./is;
/** Length of the longest beginning. */
const beginCharacters = 8;
/** What stands behind the last sign that is in no URL. */
const wordEnd = /[\s<>"()[\]{}]([^\s<>"()[\]{}]*)$/;

function longer({ isUrl, query, end }: Word, more: string): Word {
  return {
    isUrl: isUrl || urlBegin.test(end + more),
    query: queryBehind(query, more),
    end: (end + more).slice(-beginCharacters),
  };
}

/** A value is one sign, which is in no name of a scheme. */
function behindValue(word: Word): Word {
  const { query, ...next } = longer(word, '\0');
  return { ...next, query: query === 'none' ? 'value' : query };
}

function queryBehind(query: Word['query'], more: string): Word['query'] {
  const asked = query === 'value' ? more.indexOf('?') : 0;
  if (query === 'none' || query === 'begun' || asked < 0) return query;
  return more.includes('=', asked) ? 'begun' : 'asked';
}
