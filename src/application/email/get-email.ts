import { query } from '../access/use-case.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import type { EmailBody } from '../ports/mail-composer.js';
import { inTurns, wholeTurn } from '../shared/in-turns.js';
import {
  inLine,
  type OpenedEmail,
  openTeamEmail,
  readBody,
  type ReadBodyPorts,
  type ReadEmailPorts,
  takeBody,
  type TakeBytes,
} from './read-email.js';

/**
 * GET /emails/{id}: folded from its stream, so it shows every write already answered. Undefined when it is not this
 * team's.
 */
export interface GetEmail {
  readonly teamId: string;
  readonly emailId: string;
  /** For the body. */
  readonly takeBytes: TakeBytes;
}
/** `body` is undefined once it was erased. `busy`: the memory for it could not be had. */
export type GetEmailResult = ReadEmail | { readonly refused: 'busy' } | undefined;

export interface ReadEmail {
  readonly email: EmailDocument;
  readonly body: EmailBody | undefined;
}

const busy = { refused: 'busy' } as const;

export type GetEmailPorts = ReadEmailPorts & ReadBodyPorts;

export const GetEmail = query({ name: 'GetEmail', need: 'read-only', run: getEmail });

export async function getEmail(
  ports: GetEmailPorts,
  { teamId, emailId, takeBytes }: Pick<GetEmail, 'teamId' | 'emailId' | 'takeBytes'>,
): Promise<GetEmailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined) return undefined;
  const [read = busy] = (await readInLine(ports, [found], takeBytes)) ?? [];
  return read;
}

/**
 * The mails of one request, in order; undefined for one that is not this team's, or no longer kept. A hundred of them
 * may be as large as one: they have one place in the line, and are read one after the other.
 */
export async function getEmails(
  ports: GetEmailPorts,
  { teamId, emailIds, takeBytes }: Pick<GetEmail, 'teamId' | 'takeBytes'> & { readonly emailIds: readonly string[] },
): Promise<readonly (ReadEmail | undefined)[] | typeof busy> {
  // How large each is shows only then.
  const found = await inTurns(
    emailIds,
    () => wholeTurn,
    (emailId) => openTeamEmail(ports, teamId, emailId),
  );
  return (await readInLine(ports, found, takeBytes)) ?? busy;
}

/** Undefined where too many of the team's are in the line, or the memory cannot be had. */
function readInLine<Found extends OpenedEmail | undefined>(
  ports: GetEmailPorts,
  found: readonly Found[],
  takeBytes: TakeBytes,
): Promise<readonly (ReadEmail | (Found & undefined))[] | undefined> {
  return inLine(ports, found, async () => {
    if (!found.every((email) => email === undefined || takeBody(email, takeBytes))) return undefined;
    return inTurns(
      found,
      (email) => email?.document.body.sizeBytes ?? 0,
      async (email) => email && { email: email.document, body: await readBody(ports, email) },
    );
  });
}
