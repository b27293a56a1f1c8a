import { email } from '../../domain/email/email.js';
import { reveal } from '../../domain/shared/personal.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { ReturnPath } from './return-path.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

export type OpenedEmail = NonNullable<Awaited<ReturnType<typeof openedEmail>>>;

/** The email of a return path, and the number of the recipient that it is of; null where it may be any of several. */
export async function openedEmail(ports: LogPorts, path: ReturnPath) {
  const loaded = await load(ports, email, streamName('email', path.emailId), true);
  const opening = acceptedIn(loaded.events);
  if (opening === undefined) return undefined;
  const { length } = opening.event.data.recipients;
  const only = path.recipient ?? (length === 1 ? 0 : null);
  return only === null || only < length ? { loaded, opening, only } : undefined;
}

/** By number, in lower case; null for one that was erased. */
export function addressesOf({ opening }: OpenedEmail): readonly (string | null)[] {
  return opening.event.data.recipients.map(({ mailbox }) => reveal(mailbox)?.address.toLowerCase() ?? null);
}

/** What this server writes for itself, for the email's team. */
export function provenanceOf({ opening }: OpenedEmail) {
  const { teamId, region, correlationId } = opening.metadata;
  return { context: { teamId, actor: { kind: 'system', id: 'bounces' } as const, correlationId }, region };
}
