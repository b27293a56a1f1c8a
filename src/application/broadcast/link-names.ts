import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { SentAs } from '../../domain/broadcast/events.js';
import type { FollowedLink, MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { ContentPorts } from '../template/template-content.js';
import { type ContentLink, contentLinks } from '../tracking/content-links.js';
import { openBroadcastContent } from './broadcast-content.js';

/**
 * What a followed link is called in results: as it is written, with its merge tags. It says nothing of the person, and
 * stays when they are erased.
 *
 * @returns undefined where it is in no content, and was erased.
 */
export type LinkNames = (link: Pick<FollowedLink, 'link' | 'url'>, variant?: Variant) => string | undefined;

/** `sentAs` null: nothing was sent. */
export async function linkNames(
  ports: ContentPorts,
  sentAs: Pick<SentAs, 'content' | 'test'> | null,
  linksIn: LinkReader,
): Promise<LinkNames> {
  const linksOf = async (content: SentAs['content'] | undefined): Promise<readonly ContentLink[]> =>
    content === undefined ? [] : [...contentLinks(linksIn((await openBroadcastContent(ports, content)).html)).values()];
  const byVariant = { a: await linksOf(sentAs?.content), b: await linksOf(sentAs?.test?.content) };
  return ({ link, url }, variant = 'a') => {
    const links = byVariant[variant];
    const numbered = links[link];
    if (url === null || numbered?.leads(url) === true) return numbered?.url;
    // Emails of earlier versions left out of the count what led nowhere for their reader.
    return links.find(({ leads }) => leads(url))?.url ?? withoutPerson(url);
  };
}

/** Values of a person stand in a query, most of all; a path that may have an address in it is left out too. */
function withoutPerson(url: string): string {
  const { origin, pathname } = new URL(url);
  return /@|%40/.test(pathname) ? `${origin}/` : origin + pathname;
}

/** The links of a member under these names: one that stands twice in the email once. */
export function namedLinks(
  { links, variant }: Pick<MemberResult, 'links' | 'variant'>,
  nameOf: LinkNames,
): readonly FollowedLink[] {
  const named = new Map<string, FollowedLink>();
  const nameless: FollowedLink[] = [];
  for (const each of links) {
    const url = nameOf(each, variant);
    const { people = 0, machines = 0 } = named.get(url ?? '') ?? {};
    if (url === undefined) nameless.push({ ...each, url: null });
    else named.set(url, { ...each, url, people: people + each.people, machines: machines + each.machines });
  }
  return [...named.values(), ...nameless];
}
