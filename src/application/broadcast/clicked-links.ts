import type { FollowedLink, MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { query } from '../access/use-case.js';
import type { ListQuery } from '../ports/read-store.js';
import { nextTurn } from '../shared/delay.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type LinkNames, linkNames, namedLinks } from './link-names.js';

/** A link that people followed. */
export interface ClickedLink {
  /** As it is written, with its merge tags. */
  readonly url: string;
  readonly clicks: number;
  readonly uniqueClicks: number;
}

/** GET /broadcasts/{id}/clicked-links. `after` and `before`: a URL, exclusive, never both. */
export interface ListClickedLinks {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly linksIn: LinkReader;
  readonly page: { readonly limit: number; readonly after?: string; readonly before?: string };
}

export const ListClickedLinks = query({
  name: 'ListClickedLinks',
  need: 'read-only',
  async run(
    ports: LogPorts & ContentPorts & Pick<Ports, 'readStore'>,
    { teamId, broadcastId, linksIn, page }: ListClickedLinks,
  ) {
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return undefined;
    const links = await clickedLinksOf(ports, broadcastId, await linkNames(ports, loaded.state.sentAs, linksIn));
    const cursor = page.after ?? page.before;
    const at = cursor === undefined ? -1 : links.findIndex(({ url }) => url === cursor);
    if (cursor !== undefined && at < 0) return { refused: 'unknown-cursor' } as const;
    const rest = page.before === undefined ? links.slice(at + 1) : links.slice(0, at);
    const rows = page.before === undefined ? rest.slice(0, page.limit) : rest.slice(-page.limit);
    return { rows, hasMore: rows.length < rest.length };
  },
});

/** Links that are in no content any more; no more are counted apart. */
const mostUrls = 10_000;
const read: Omit<ListQuery, 'equals'> = { orderBy: 'id', direction: 'asc', prefixes: ['clicked'], limit: 500 };

/** Most clicks first. Reads those who clicked, some at a time. */
export async function clickedLinksOf(
  { readStore }: Pick<Ports, 'readStore'>,
  broadcastId: string,
  nameOf: LinkNames,
): Promise<readonly ClickedLink[]> {
  const links = new Links();
  const equals = { kind: 'member', broadcastId };
  for (let after: ListQuery['after']; ; ) {
    const page = await readStore.list(broadcastResultsProjection, {
      ...{ equals, ...read },
      ...(after === undefined ? {} : { after }),
    });
    for (const { document } of page.documents)
      for (const link of namedLinks(document as MemberResult, nameOf)) links.add(link);
    const id = page.documents.at(-1)?.id;
    after = page.reached ?? (id === undefined ? undefined : { value: id, id });
    if (!page.hasMore || after === undefined) return links.inOrder();
    await nextTurn();
  }
}

type Counts = Pick<ClickedLink, 'clicks' | 'uniqueClicks'>;
const sumOf = (one: Counts | undefined, { clicks, uniqueClicks }: Counts): Counts => ({
  clicks: (one?.clicks ?? 0) + clicks,
  uniqueClicks: (one?.uniqueClicks ?? 0) + uniqueClicks,
});

class Links {
  readonly #byUrl = new Map<string, Counts & { readonly link: number }>();
  /** Clicks whose URL was erased with the person: it is the one that others have under the same number. */
  readonly #byNumber = new Map<number, Counts>();

  add({ link, url, people }: FollowedLink): void {
    if (people === 0) return;
    const counts = { clicks: people, uniqueClicks: 1 };
    if (url === null) {
      this.#byNumber.set(link, sumOf(this.#byNumber.get(link), counts));
      return;
    }
    const known = this.#byUrl.get(url);
    if (known === undefined && this.#byUrl.size >= mostUrls) return;
    this.#byUrl.set(url, { link, ...sumOf(known, counts) });
  }

  inOrder(): readonly ClickedLink[] {
    const sorted = [...this.#byUrl].sort(
      ([oneUrl, one], [otherUrl, other]) => other.clicks - one.clicks || (oneUrl < otherUrl ? -1 : 1),
    );
    return sorted.map(([url, { link, ...counts }]) => {
      const erased = this.#byNumber.get(link);
      this.#byNumber.delete(link);
      return { url, ...(erased === undefined ? counts : sumOf(erased, counts)) };
    });
  }
}
