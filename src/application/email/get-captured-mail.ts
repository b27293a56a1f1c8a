import { query } from '../access/use-case.js';
import type { CapturedMessage } from '../ports/captured-mail.js';
import type { Ports } from '../shared/ports.js';
import type { OwnerOf } from '../shared/team-owners.js';
import { openTeamEmail, type ReadEmailPorts } from './read-email.js';

/** What the catcher received of a mail. Undefined when it is not this team's. */
export interface GetCapturedMail {
  readonly teamId: string;
  readonly emailId: string;
}
export type GetCapturedMailResult = readonly CapturedMessage[] | undefined;

export type GetCapturedMailPorts = ReadEmailPorts & {
  readonly captured: Pick<Ports['captured'], 'forEmail' | 'whole'>;
  /** Without it every team counts alone. */
  readonly ownerOf?: OwnerOf;
};

export const GetCapturedMail = query({ name: 'GetCapturedMail', need: 'read-only', run: getCapturedMail });

export async function getCapturedMail(
  ports: GetCapturedMailPorts,
  { teamId, emailId }: GetCapturedMail,
): Promise<GetCapturedMailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && ports.captured.forEmail(ports.ownerOf?.(teamId) ?? teamId, emailId);
}

/** All of one message of {@link GetCapturedMail}. `hold` reserves its memory; `busy`: it could not. */
export interface GetCapturedMessage {
  readonly teamId: string;
  readonly emailId: string;
  readonly number: number;
  readonly hold: (bytes: number) => boolean;
}
export type GetCapturedMessageResult = Buffer | 'busy' | undefined;

export const GetCapturedMessage = query({ name: 'GetCapturedMessage', need: 'read-only', run: getCapturedMessage });

export async function getCapturedMessage(
  ports: GetCapturedMailPorts,
  { teamId, emailId, number, hold }: GetCapturedMessage,
): Promise<GetCapturedMessageResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && ports.captured.whole(emailId, number, hold);
}
