import { query } from '../access/use-case.js';
import {
  type SuppressionDocument,
  suppressionsProjection,
} from '../../projections/suppressions/suppressions.projection.js';
import { openTeamEmail, type ReadEmailPorts } from '../email/read-email.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { suppressionId } from './write-suppression.js';

/** Which recipients of an email are suppressed now, because of it or of something else; in their order. */
export interface GetEmailSuppressions {
  readonly teamId: string;
  readonly emailId: string;
}
/** Undefined when the email is not this team's. */
type GetEmailSuppressionsResult = readonly SuppressionDocument[] | undefined;

type EmailSuppressionsPorts = ReadEmailPorts &
  Pick<LogPorts, 'ids' | 'clock'> &
  Pick<Ports, 'hash' | 'readStore' | 'ownWrites'>;

export const GetEmailSuppressions = query({
  name: 'GetEmailSuppressions',
  need: 'read-only',
  run: getEmailSuppressions,
});

async function getEmailSuppressions(
  ports: EmailSuppressionsPorts,
  { teamId, emailId }: GetEmailSuppressions,
): Promise<GetEmailSuppressionsResult> {
  const email = await openTeamEmail(ports, teamId, emailId);
  if (email === undefined) return undefined;
  await ports.ownWrites.settled(teamId, suppressionsProjection.name);
  const ids = new Set(email.document.recipients.map(({ address }) => suppressionId(ports, teamId, address)));
  const found = await ports.readStore.getMany(suppressionsProjection, [...ids]);
  return [...ids].flatMap((id) => {
    const entry = found.get(id)?.document;
    return entry !== undefined && holds(entry, ports.clock.now()) ? [entry] : [];
  });
}

const holds = ({ expiresAt }: SuppressionDocument, nowMs: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > nowMs;
