import { broadcast, type Broadcast, type BroadcastRefusal } from '../../domain/broadcast/broadcast.js';
import type { SendingPolicy } from '../../domain/broadcast/policy.js';
import { command, query } from '../access/use-case.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { LogPorts } from '../shared/handle.js';
import type { BroadcastPorts, OneBroadcast } from './broadcasts.js';
import { broadcastOfTeam, broadcastStream } from './broadcast-streams.js';

/** GET /dashboard-api/broadcasts/{id}/policy. */
export interface GetBroadcastPolicy {
  readonly teamId: string;
  readonly broadcastId: string;
}
export const GetBroadcastPolicy = query({
  name: 'GetBroadcastPolicy',
  need: 'read-only',
  /** @returns undefined when the team has no such broadcast. */
  run: async (ports: LogPorts, { teamId, broadcastId }: GetBroadcastPolicy): Promise<Broadcast | undefined> =>
    (await broadcastOfTeam(ports, teamId, broadcastId))?.state,
});

/** PATCH /dashboard-api/broadcasts/{id}/policy: what is left out stays. Also while it is being sent. */
export interface SetBroadcastPolicy extends OneBroadcast {
  readonly changes: Partial<SendingPolicy>;
}
export const SetBroadcastPolicy = command({
  name: 'SetBroadcastPolicy',
  need: 'member',
  run: (
    ports: BroadcastPorts,
    { context, broadcastId, changes }: SetBroadcastPolicy,
  ): Promise<Changed<BroadcastRefusal>> =>
    changeOne(
      ports,
      broadcast,
      broadcastStream(broadcastId),
      { type: 'SetPolicy', teamId: context.teamId, changes },
      context,
    ),
});
