import { type BroadcastDocument, broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import type { PageRequest } from '../shared/page.js';
import { teamList, type TeamListOrder } from '../shared/team-list.js';

/** GET /broadcasts, newest first. */
export interface ListBroadcasts {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly search?: string | undefined;
  readonly status?: BroadcastDocument['status'] | undefined;
  /** With a `-` before it: the greatest first. */
  readonly sort?: BroadcastSort | undefined;
}
export const broadcastSorts = ['name', '-name', 'sent', '-sent', 'recipients', '-recipients'] as const;
type BroadcastSort = (typeof broadcastSorts)[number];
const sortedBy = { name: 'byName', sent: 'bySent', recipients: 'byRecipients' } as const;

export const ListBroadcasts = query({
  name: 'ListBroadcasts',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page, search, status, sort }: ListBroadcasts) =>
    teamList(ports, broadcastsProjection, { teamId, page, search, equals: { status }, order: orderOf(sort) }),
});

function orderOf(sort: BroadcastSort | undefined): TeamListOrder | undefined {
  if (sort === undefined) return undefined;
  const [name, isAscending] = sort.startsWith('-') ? [sort.slice(1), false] : [sort, true];
  const known = Object.entries(sortedBy).find(([each]) => each === name);
  return known && { by: known[1], isAscending };
}
