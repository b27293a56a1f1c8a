import { type BroadcastDocument, broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Page, pageOf, type PageRequest } from '../shared/page.js';
import { teamList, type TeamListOrder, type TeamListRequest } from '../shared/team-list.js';
import { type BroadcastFigures, figuresOf } from './counts.js';

/** GET /broadcasts, newest first. */
export interface ListBroadcasts {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly search?: string | undefined;
  readonly status?: BroadcastDocument['status'] | undefined;
  /** With a `-` before it: the greatest first. */
  readonly sort?: BroadcastSort | undefined;
}
const sortedBy = { name: 'byName', sent: 'bySent', recipients: 'byRecipients' } as const;
/** What rates are of. */
const ratedBy = {
  delivered: 'sent',
  bounced: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  unsubscribed: 'delivered',
} as const;
type Rate = keyof typeof ratedBy;
const rates = ['delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const satisfies readonly Rate[];
const sorts = ['name', 'sent', 'recipients', ...rates] as const;
type BroadcastSort = (typeof sorts)[number] | `-${(typeof sorts)[number]}`;
export const broadcastSorts: readonly BroadcastSort[] = sorts.flatMap((name) => [name, `-${name}` as const]);

export const ListBroadcasts = query({
  name: 'ListBroadcasts',
  need: 'read-only',
  run(ports: TeamReadPorts, { teamId, page, search, status, sort }: ListBroadcasts) {
    const asked = { teamId, page, search, equals: { status } };
    if (sort === undefined) return teamList(ports, broadcastsProjection, asked);
    const [name, isAscending] = sort.startsWith('-') ? [sort.slice(1), false] : [sort, true];
    const rate = rates.find((each) => each === name);
    if (rate !== undefined) return byRate(ports, asked, { rate, isAscending });
    return teamList(ports, broadcastsProjection, { ...asked, order: orderOf(name, isAscending) });
  },
});

function orderOf(name: string, isAscending: boolean): TeamListOrder | undefined {
  const known = Object.entries(sortedBy).find(([each]) => each === name);
  return known && { by: known[1], isAscending };
}

type Asked = Pick<TeamListRequest, 'teamId' | 'page' | 'search' | 'equals'>;

/**
 * Every broadcast of the list is looked at with its figures: a rate changes with each email that is opened, and is in
 * no index. Those without recipients come last.
 */
async function byRate(
  ports: TeamReadPorts,
  asked: Asked,
  { rate, isAscending }: { readonly rate: Rate; readonly isAscending: boolean },
): Promise<Page<BroadcastDocument>> {
  const all: BroadcastDocument[] = [];
  let words: readonly string[] | undefined;
  for (let after: string | undefined; ; ) {
    const page = { limit: readTogether, ...(after === undefined ? {} : { after }) };
    const found = await teamList(ports, broadcastsProjection, { ...asked, page });
    if ('refused' in found) return found;
    all.push(...found.documents);
    ({ words } = found);
    after = found.walkedTo?.id ?? found.documents.at(-1)?.id;
    if (!found.hasMore || after === undefined) break;
  }
  const figures = await figuresOf(
    ports,
    all.map(({ id }) => id),
  );
  const placed = all.map((document) => ({ document, place: placeOf(figures.get(document.id), rate) }));
  const sign = isAscending ? 1 : -1;
  placed.sort(({ place: one, document: { id } }, { place: other, document }) => {
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return sign * (one - other || (id < document.id ? -1 : 1));
  });
  const page = pageOf(
    placed.map(({ document }) => document),
    asked.page,
  );
  return 'refused' in page || words === undefined ? page : { ...page, words };
}

const readTogether = 1_000;

function placeOf(figures: BroadcastFigures | undefined, rate: Rate): number | undefined {
  if (figures === undefined) return undefined;
  const whole = figures[ratedBy[rate]];
  return whole === 0 ? undefined : figures[rate === 'unsubscribed' ? 'left' : rate] / whole;
}
