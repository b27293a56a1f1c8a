import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CapturedMessage } from '../ports/captured-mail.js';
import type { Ports } from '../shared/ports.js';
import type { OwnerOf } from '../shared/team-owners.js';
import { openTeamEmail, type ReadEmailPorts } from './read-email.js';

/** What the catcher received of a mail. Undefined: not this team's. */
export class GetCapturedMailQuery extends Query<GetCapturedMailResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
  ) {
    super();
  }
}
export type GetCapturedMailResult = readonly CapturedMessage[] | undefined;

export type GetCapturedMailPorts = ReadEmailPorts & {
  readonly captured: Pick<Ports['captured'], 'forEmail' | 'whole'>;
  /** Without it every team counts alone. */
  readonly ownerOf?: OwnerOf;
};

@QueryHandler(GetCapturedMailQuery)
export class GetCapturedMailHandler implements IQueryHandler<GetCapturedMailQuery> {
  constructor(private readonly ports: GetCapturedMailPorts) {}

  execute(query: GetCapturedMailQuery): Promise<GetCapturedMailResult> {
    return getCapturedMail(this.ports, query);
  }
}

export async function getCapturedMail(
  ports: GetCapturedMailPorts,
  { teamId, emailId }: GetCapturedMailQuery,
): Promise<GetCapturedMailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && ports.captured.forEmail(ports.ownerOf?.(teamId) ?? teamId, emailId);
}

/** All of one message of {@link GetCapturedMailQuery}. `hold` reserves its memory; `busy`: it could not. */
export class GetCapturedMessageQuery extends Query<GetCapturedMessageResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly number: number,
    readonly hold: (bytes: number) => boolean,
  ) {
    super();
  }
}
export type GetCapturedMessageResult = Buffer | 'busy' | undefined;

@QueryHandler(GetCapturedMessageQuery)
export class GetCapturedMessageHandler implements IQueryHandler<GetCapturedMessageQuery> {
  constructor(private readonly ports: GetCapturedMailPorts) {}

  execute(query: GetCapturedMessageQuery): Promise<GetCapturedMessageResult> {
    return getCapturedMessage(this.ports, query);
  }
}

export async function getCapturedMessage(
  ports: GetCapturedMailPorts,
  { teamId, emailId, number, hold }: GetCapturedMessageQuery,
): Promise<GetCapturedMessageResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && ports.captured.whole(emailId, number, hold);
}
