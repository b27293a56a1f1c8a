import type { HtmlTracker } from '../../application/ports/html-tracker.js';
import { targetOf } from '../../application/tracking/link-target.js';
import { readLinks } from '../html/read-links.js';

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
