import { query } from '../access/use-case.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { departuresOf, tallied } from './result-sums.js';
import { chunksOf, type BroadcastResults } from './results.js';

/** The figures that a list shows of a broadcast; opened and clicked by people. */
interface BroadcastCounts extends Pick<BroadcastResults, 'planned' | 'sent' | 'delivered' | 'bounced'> {
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
}

/** GET /dashboard-api/broadcasts/{id}/counts. */
export interface GetBroadcastCounts {
  readonly teamId: string;
  readonly broadcastId: string;
}

export const GetBroadcastCounts = query({
  name: 'GetBroadcastCounts',
  need: 'read-only',
  async run(
    ports: LogPorts & Pick<Ports, 'readStore'>,
    { teamId, broadcastId }: GetBroadcastCounts,
  ): Promise<BroadcastCounts | undefined> {
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return undefined;
    const { status, audience } = loaded.state;
    const { sent, delivered, bounced, opened, clicked } = (await tallied(ports, broadcastId, status)).shown();
    return {
      planned: audience?.members ?? (await chunksOf(ports, broadcastId)).members,
      ...{ sent, delivered, bounced, opened: opened.people, clicked: clicked.people },
      unsubscribed: await departuresOf(ports, broadcastId),
    };
  },
});
