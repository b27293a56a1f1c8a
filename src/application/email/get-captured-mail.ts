import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CapturedMessage } from '../ports/captured-mail.js';
import type { Ports } from '../shared/ports.js';
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

export type GetCapturedMailPorts = ReadEmailPorts & { readonly captured: Pick<Ports['captured'], 'forEmail'> };

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
  return found && ports.captured.forEmail(emailId);
}
