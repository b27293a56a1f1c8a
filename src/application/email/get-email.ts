import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import type { EmailBody } from '../ports/mail-composer.js';
import {
  inLine,
  openTeamEmail,
  readBody,
  type ReadBodyPorts,
  type ReadEmailPorts,
  takeBody,
  type TakeBytes,
} from './read-email.js';

/** GET /emails/{id}: folded from its stream, so it shows every write already answered. Undefined: not this team's. */
export class GetEmailQuery extends Query<GetEmailResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    /** For the body. */
    readonly takeBytes: TakeBytes,
  ) {
    super();
  }
}
/** `body` is undefined once it was erased. `busy`: the memory for it could not be had. */
export type GetEmailResult = ReadEmail | { readonly refused: 'busy' } | undefined;

export interface ReadEmail {
  readonly email: EmailDocument;
  readonly body: EmailBody | undefined;
}

const busy = { refused: 'busy' } as const;

export type GetEmailPorts = ReadEmailPorts & ReadBodyPorts;

@QueryHandler(GetEmailQuery)
export class GetEmailHandler implements IQueryHandler<GetEmailQuery> {
  constructor(private readonly ports: GetEmailPorts) {}

  execute(query: GetEmailQuery): Promise<GetEmailResult> {
    return getEmail(this.ports, query);
  }
}

export async function getEmail(
  ports: GetEmailPorts,
  { teamId, emailId, takeBytes }: Pick<GetEmailQuery, 'teamId' | 'emailId' | 'takeBytes'>,
): Promise<GetEmailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined) return undefined;
  const read = await inLine(found, async () =>
    takeBody(found, takeBytes) ? { email: found.document, body: await readBody(ports, found) } : busy,
  );
  return read ?? busy;
}
