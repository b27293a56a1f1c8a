import { type BroadcastDocument, broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import { type CountedFigures, type FigurePorts, keptFigures } from '../shared/kept-figures.js';
import { departuresOf, tallied } from './result-sums.js';
import { chunksOf, type BroadcastResults } from './results.js';

/** The figures that a list shows of a broadcast; opened and clicked by people. */
interface BroadcastCounts extends Pick<BroadcastResults, 'planned' | 'sent' | 'delivered' | 'bounced'> {
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
}

const broadcastFigures = keptFigures<BroadcastCounts>();

/** GET /dashboard-api/broadcasts/counts: of those that the team has, in the order asked for. */
export interface CountBroadcasts {
  readonly teamId: string;
  readonly ids: readonly string[];
}

export const CountBroadcasts = query({ name: 'CountBroadcasts', need: 'read-only', run: countBroadcasts });

async function countBroadcasts(
  ports: FigurePorts,
  { teamId, ids }: CountBroadcasts,
): Promise<CountedFigures<BroadcastCounts>> {
  const stored = await ports.readStore.getMany(broadcastsProjection, ids);
  const own = ids.filter((id) => stored.get(id)?.document.teamId === teamId);
  return broadcastFigures(ports, own, (id) => countsOf(ports, id, stored.get(id)?.document));
}

async function countsOf(
  ports: FigurePorts,
  id: string,
  broadcast: BroadcastDocument | undefined,
): Promise<BroadcastCounts> {
  const { status = 'draft', audience } = broadcast ?? {};
  const { sent, delivered, bounced, opened, clicked } = (await tallied(ports, id, status)).shown();
  return {
    planned: audience?.members ?? (await chunksOf(ports, id)).members,
    ...{ sent, delivered, bounced, opened: opened.people, clicked: clicked.people },
    unsubscribed: await departuresOf(ports, id),
  };
}
