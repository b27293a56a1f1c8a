import { placesIn } from '../../domain/template/content.js';
import type { FoundLink } from '../ports/html-tracker.js';
import { targetOf } from './link-target.js';

/** A link of a content that is filled in for each person. */
export interface ContentLink {
  /** As it is written, with its merge tags: the same for all. */
  readonly url: string;
  /** Whether it led there for somebody. */
  readonly leads: (target: string) => boolean;
}

/**
 * The links of a content that may be tracked; their index is the number that hits name. By it each has the same number
 * in the emails of all people, whatever their values make of the others. Keyed by the place among all of its links.
 */
export function contentLinks(links: readonly FoundLink[]): ReadonlyMap<number, ContentLink> {
  return new Map(
    links.flatMap(({ href }, place) => {
      const link = href === undefined ? undefined : linkOf(href);
      return link === undefined ? [] : [[place, link] as const];
    }),
  );
}

function linkOf(href: string): ContentLink | undefined {
  const places = placesIn(href);
  const [first] = places;
  if (first === undefined) {
    const url = targetOf(href);
    return url === undefined ? undefined : { url, leads: (target) => target === url };
  }
  const url = href.trim();
  const isWhole = href.slice(0, first.start).trim() === '';
  // The links to leave, and to the copy, are this server's own.
  if (isWhole ? /unsubscribe_url$|^preferences_url$|^view_in_browser_url$/i.test(first.name) : !/^https?:/i.test(url))
    return undefined;
  // Worked out when it is asked for: a content may have thousands of links, and most are only numbered.
  let fixed: readonly string[] | undefined;
  return { url, leads: (target) => hasInOrder(target, (fixed ??= fixedParts(href, places))) };
}

/** What stands around the merge tags of a link, as a browser would go there. */
function fixedParts(href: string, places: ReturnType<typeof placesIn>): readonly string[] {
  // Letters that no part of a URL changes.
  const mark = 'zqmergetagqz';
  const bounds = [0, ...places.flatMap(({ start, end }) => [start, end]), href.length];
  const pieces = bounds.flatMap((at, index) => (index % 2 === 1 ? [] : [href.slice(at, bounds[index + 1])]));
  const marked = pieces.join(mark);
  return (targetOf(marked) ?? marked.trim()).split(mark);
}

/** From its beginning to its end, with anything between two of them. */
function hasInOrder(target: string, fixed: readonly string[]): boolean {
  const [first = '', ...rest] = fixed;
  if (!target.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? target.length - part.length : target.indexOf(part, at);
    if (found < at || !target.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}
