import { email } from '../../domain/email/email.js';
import type { Complaint } from '../../domain/email/reports/report.js';
import type { KeyedHash } from '../ports/hashing.js';
import { handle, type LogPorts } from '../shared/handle.js';
import { readLeaveToken } from '../unsubscribe/leave-link.js';
import { addressesOf, openedEmail, provenanceOf, type OpenedEmail } from './opened-email.js';
import { type ReturnPath, returnPathIn } from './return-path.js';
import type { TakenReport } from './taken-report.js';

export interface ComplaintPorts extends LogPorts {
  readonly hash: KeyedHash;
}

/**
 * Records that a recipient called an email unwanted. Who complains has to show that it has the email: by the address
 * that it writes to, or by what only the email says. Where it is not known which of several recipients complained,
 * nothing changes.
 */
export async function takeComplaint(
  ports: ComplaintPorts,
  complaint: Complaint,
  paths: readonly ReturnPath[],
): Promise<TakenReport> {
  const found = await firstOf(ports, paths);
  if (found === undefined) return 'no-report';
  if (complaint.feedback !== 'unwanted') return 'noted';
  const recipient = found.only ?? named(found, complaint);
  if (recipient === undefined) return 'noted';
  const command = { type: 'RecordComplaint', recipient } as const;
  const options = { loaded: found.loaded, personal: true };
  const handled = await handle(ports, email, found.loaded.stream, command, provenanceOf(found), options);
  // Its server keeps it, and comes again.
  if ('refused' in handled && handled.refused === 'unavailable') throw new Error('the event log cannot be written');
  return 'events' in handled && handled.events.length > 0 ? 'recorded' : 'noted';
}

/** Our own signed link to leave: nothing else in an email that is only given back shows that it was ours. */
export function signedPaths(
  { hash, clock }: ComplaintPorts,
  { leaveTokens }: Pick<Complaint, 'leaveTokens'>,
): readonly ReturnPath[] {
  return leaveTokens.flatMap((token) => {
    const link = readLeaveToken(hash, token, clock.now());
    return link === undefined ? [] : [link];
  });
}

/** What a report says of the email, the surest first. */
export function reportedPaths(ports: ComplaintPorts, complaint: Complaint): readonly ReturnPath[] {
  const paths = complaint.returnPaths.flatMap((address) => returnPathIn(address) ?? []);
  const [, emailId] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/.exec(complaint.messageId ?? '') ?? [];
  return [...signedPaths(ports, complaint), ...paths, ...(emailId === undefined ? [] : [{ emailId, recipient: null }])];
}

const mostPaths = 8;

async function firstOf(ports: LogPorts, paths: readonly ReturnPath[]): Promise<OpenedEmail | undefined> {
  for (const path of paths.slice(0, mostPaths)) {
    const found = await openedEmail(ports, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function named(found: OpenedEmail, { recipients }: Complaint): number | undefined {
  const numbers = [...addressesOf(found).entries()].filter(
    ([, address]) => address !== null && recipients.includes(address),
  );
  return numbers.length === 1 ? numbers[0]?.[0] : undefined;
}
