import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { RequestContext } from '../shared/context.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { targetOf } from './change-queue.js';
import { type Move, type Moved, moveMails, type MovePorts } from './move-mails.js';

/** POST /dashboard-api/queue/retry and /drop: of the caller's team, what waits for a recipient domain, or one mail. */
export class MoveTeamMailsCommand extends Command<Moved | undefined> {
  constructor(
    readonly context: RequestContext,
    readonly chosen: { readonly domain: string } | { readonly emailId: string },
    readonly move: Move,
  ) {
    super();
  }
}

export type MoveTeamMailsPorts = MovePorts & { readonly hash: KeyedHash; readonly ownWrites: OwnWrites };

/** An event each; somebody waits for the answer. */
const mostMails = 1_000;

@CommandHandler(MoveTeamMailsCommand)
export class MoveTeamMailsHandler implements ICommandHandler<MoveTeamMailsCommand> {
  constructor(private readonly ports: MoveTeamMailsPorts) {}

  /** Undefined: the team has no such mail. */
  async execute({ context, chosen, move }: MoveTeamMailsCommand): Promise<Moved | undefined> {
    const { teamId, ...by } = context;
    await this.ports.ownWrites.settled(teamId, pendingProjection.name);
    const selection =
      'domain' in chosen ? targetOf(this.ports, chosen) : ({ kind: 'mail', id: chosen.emailId } as const);
    const moved = await moveMails(this.ports, selection, move, by, { teamId, mostMails });
    if (moved?.position !== undefined) this.ports.ownWrites.note(teamId, moved.position);
    return moved;
  }
}
