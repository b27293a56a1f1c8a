import { command } from '../access/use-case.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { RequestContext } from '../shared/context.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { targetOf } from './change-queue.js';
import { type Move, type Moved, moveMails, type MovePorts } from './move-mails.js';

/** POST /dashboard-api/queue/retry and /drop: of the caller's team, what waits for a recipient domain, or one mail. */
export interface MoveTeamMails {
  readonly context: RequestContext;
  readonly chosen: { readonly domain: string } | { readonly emailId: string };
  readonly move: Move;
}

type MoveTeamMailsPorts = MovePorts & { readonly hash: KeyedHash; readonly ownWrites: OwnWrites };

/** An event each; somebody waits for the answer. */
const mostMails = 1_000;

export const MoveTeamMails = command({
  name: 'MoveTeamMails',
  need: 'member',
  /** @returns undefined when the team has no such email. */
  run: async (ports: MoveTeamMailsPorts, { context, chosen, move }: MoveTeamMails): Promise<Moved | undefined> => {
    const { teamId, ...by } = context;
    await ports.ownWrites.settled(teamId, pendingProjection.name);
    const selection = 'domain' in chosen ? targetOf(ports, chosen) : ({ kind: 'mail', id: chosen.emailId } as const);
    const moved = await moveMails(ports, selection, move, by, { teamId, mostMails });
    if (moved?.position !== undefined) ports.ownWrites.note(teamId, moved.position);
    return moved;
  },
});
