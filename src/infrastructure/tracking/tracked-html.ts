import { type Token, Tokenizer, type TokenHandler } from 'parse5';
import { enterContent } from '../html/content-modes.js';
import type { HtmlTracker, LinkReader } from '../../application/ports/html-tracker.js';
import { targetOf } from '../../application/tracking/link-target.js';

/** The value of a `href`, between its quotes if it has any. */
interface Link {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Its writer wants no tracking of it. */
  readonly isOff: boolean;
}

/** Replaces the values of links and adds the pixel before `</body>`, or at the end where none is written. */
export const trackHtml: HtmlTracker = (html, { linkFor, pixel, isBytes = false }) => {
  const { links, bodyEnd } = readLinks(html);
  const pieces: string[] = [];
  let at = 0;
  if (linkFor !== undefined) {
    for (const [place, { start, end, value, isOff }] of links.entries()) {
      const isLeft = isOff || (isBytes && /[^\0-\x7f]/.test(html.slice(start, end)));
      const target = isLeft ? undefined : targetOf(value);
      const replaced = target === undefined ? undefined : linkFor(target, place);
      if (replaced === undefined) continue;
      pieces.push(html.slice(at, start), replaced);
      at = end;
    }
  }
  if (pixel === undefined) return pieces.join('') + html.slice(at);
  const image = `<img src="${pixel}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`;
  // An end tag of the body within a comment is none, so no link is behind the one that was found.
  return pieces.join('') + html.slice(at, bodyEnd) + image + html.slice(bodyEnd);
};

export const linksIn: LinkReader = (html) =>
  readLinks(html).links.map(({ value, isOff }) => (isOff ? undefined : value));

/** Comments hold no comments: one within another is not looked into, however deep a hostile mail nests them. */
function readLinks(html: string, isComment = false): { readonly links: readonly Link[]; readonly bodyEnd: number } {
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
