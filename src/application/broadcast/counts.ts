import { figuresId, type ListedFigure } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import { query } from '../access/use-case.js';
import type { Ports } from '../shared/ports.js';

/** The figures that a list shows of a broadcast; opened and clicked by people. */
export type BroadcastFigures = Readonly<Record<ListedFigure, number>>;

/** GET /dashboard-api/broadcasts/counts: of those that the team has, in the order asked for. */
export interface CountBroadcasts {
  readonly teamId: string;
  readonly ids: readonly string[];
}

export const CountBroadcasts = query({
  name: 'CountBroadcasts',
  need: 'read-only',
  async run(
    ports: Pick<Ports, 'readStore'>,
    { teamId, ids }: CountBroadcasts,
  ): Promise<ReadonlyMap<string, BroadcastFigures>> {
    const stored = await ports.readStore.getMany(broadcastsProjection, ids);
    return figuresOf(
      ports,
      ids.filter((id) => stored.get(id)?.document.teamId === teamId),
    );
  },
});

/** The figures of each of these, as far as the read model has come. */
export async function figuresOf(
  { readStore }: Pick<Ports, 'readStore'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BroadcastFigures>> {
  const stored = await readStore.getMany(broadcastResultsProjection, ids.map(figuresId));
  return new Map(
    ids.map((id) => {
      const found = stored.get(figuresId(id))?.document;
      return [id, { ...none, ...(found?.kind === 'sum' ? found.counts : {}) }] as const;
    }),
  );
}

const none: BroadcastFigures = { planned: 0, sent: 0, delivered: 0, bounced: 0, opened: 0, clicked: 0, left: 0 };
