/*
 * Colors for code. A few rules for each language and no parser: what a rule does not know keeps the color of the text,
 * and all of the text is always there.
 */

type TokenKind = 'key' | 'string' | 'number' | 'literal' | 'tag' | 'comment' | 'dim' | 'mark';
export type Token = readonly [kind: TokenKind | null, text: string];
export type Language = 'json' | 'html' | 'shell' | 'message';

/** Longer texts stay plain: each token is an element of the page. */
const mostCharacters = 64 * 1024;

/** Each group of the pattern is a kind. None of them can run long over a text that does not match. */
type Rules = {
  readonly pattern: RegExp;
  readonly kinds: readonly TokenKind[];
  /** Behind a string that is a key. Sticky. */
  readonly behindKey?: RegExp;
};

/** One that is not closed ends with its line: searched for its end in vain, each of many would read all of the text. */
const quoted = String.raw`"(?:[^"\\\n]|\\.)*"?`;
const singleQuoted = String.raw`'[^'\n]*'`;

const rules: Readonly<Record<Language, Rules>> = {
  json: {
    pattern: new RegExp(String.raw`(${quoted})|(-?\b\d[\d.eE+-]*)|\b(true|false|null)\b`, 'g'),
    kinds: ['string', 'number', 'literal'],
    behindKey: /\s*:/y,
  },
  html: {
    pattern:
      /(<!--[^]{0,2000}?-->)|(<\/?[a-zA-Z][\w:-]*|\/?>)|([\w:-]+(?==["']))|("[^"<>]*"|'[^'<>]*')|(&[\w#]+;)|(\{\{\{[^{}]*\}\}\})/g,
    kinds: ['comment', 'tag', 'key', 'string', 'literal', 'number'],
  },
  shell: {
    pattern: new RegExp(
      String.raw`((?:^|\s)#[^\n]*)|(${quoted}|${singleQuoted})|((?:^|\s)--?[\w-]+)|(\$\{?\w+\}?)|((?:^|\n)[\w./-]+)`,
      'g',
    ),
    kinds: ['comment', 'string', 'key', 'literal', 'tag'],
  },
  // Header fields, the lines between parts, and the tags of a part in HTML.
  message: {
    pattern: /((?:^|\n)[A-Za-z][\w-]*:)|((?:^|\n)--[^\s]+)|(<\/?[a-zA-Z][\w:-]*|\/?>)/g,
    kinds: ['key', 'comment', 'tag'],
  },
};

export function highlight(language: Language | undefined, text: string): readonly Token[] {
  if (language === undefined || text.length > mostCharacters) return [[null, text]];
  const { pattern, kinds, behindKey } = rules[language];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds.find((_, group) => match[group + 1] !== undefined);
    if (kind === undefined) continue;
    if (match.index > end) tokens.push([null, text.slice(end, match.index)]);
    end = match.index + match[0].length;
    if (behindKey !== undefined) behindKey.lastIndex = end;
    tokens.push([kind === 'string' && behindKey?.test(text) === true ? 'key' : kind, match[0]]);
  }
  if (end < text.length) tokens.push([null, text.slice(end)]);
  return tokens;
}
