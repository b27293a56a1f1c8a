import { type Token, Tokenizer, type TokenHandler } from 'parse5';
import type { LinkReader } from '../../application/ports/html-tracker.js';
import { enterContent } from './content-modes.js';

/** The value of a `href`, between its quotes if it has any. */
export interface Link {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Its writer wants no tracking of it. */
  readonly isOff: boolean;
}

export const linksIn: LinkReader = (html) =>
  readLinks(html).links.map(({ value, isOff, start }) => ({ href: isOff ? undefined : value, start }));

/** Comments hold no comments: one within another is not looked into, however deep a hostile mail nests them. */
export function readLinks(
  html: string,
  isComment = false,
): { readonly links: readonly Link[]; readonly bodyEnd: number } {
  const links: Link[] = [];
  let bodyEnd: number | undefined;
  const handler: TokenHandler = {
    onStartTag(token) {
      const link = linkOf(html, token);
      if (link !== undefined) links.push(link);
      enterContent(tokenizer, token);
    },
    onEndTag(token) {
      if (token.tagName === 'body') bodyEnd = token.location?.startOffset;
    },
    onComment(token) {
      if (!isComment) links.push(...linksOfComment(html, token));
    },
    onDoctype: () => undefined,
    onEof: () => undefined,
    onCharacter: () => undefined,
    onNullCharacter: () => undefined,
    onWhitespaceCharacter: () => undefined,
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, true);
  return { links, bodyEnd: bodyEnd ?? html.length };
}

/** Outlook on Windows shows what stands in a conditional comment (`<!--[if mso]>`): its links are links there. */
function linksOfComment(html: string, { location, data }: Token.CommentToken): readonly Link[] {
  if (location === null || !/^\[if\b/i.test(data)) return [];
  const { startOffset, endOffset } = location;
  const from = html.indexOf('>', startOffset) + 1;
  if (from === 0 || from >= endOffset) return [];
  return readLinks(html.slice(from, endOffset), true).links.map((link) => ({
    ...link,
    start: link.start + from,
    end: link.end + from,
  }));
}

/** What carries a link that a person clicks; VML's shapes do so in Outlook's comments. */
const linkElements = /^(?:a|area|v:[a-z]+)$/;

function linkOf(html: string, { tagName, attrs, location }: Token.TagToken): Link | undefined {
  if (!linkElements.test(tagName)) return undefined;
  const attribute = (wanted: string): string | undefined => attrs.find(({ name }) => name === wanted)?.value;
  const value = attribute('href');
  const place = location?.attrs?.['href'];
  if (value === undefined || place === undefined) return undefined;
  const source = html.slice(place.startOffset, place.endOffset);
  const [opening = ''] = /^[^=]*=\s*["']?/.exec(source) ?? [];
  const isQuoted = /["']$/.test(opening);
  if (opening === '' || opening.length >= source.length) return undefined;
  return {
    start: place.startOffset + opening.length,
    end: place.endOffset - (isQuoted ? 1 : 0),
    value,
    isOff: attribute('data-track')?.trim().toLowerCase() === 'off',
  };
}
