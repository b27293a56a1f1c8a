import type { ConsentMeans, ContactEvent } from '../../domain/contact/events.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import { foldContact } from '../../projections/contacts/contacts.projection.js';
import { query } from '../access/use-case.js';
import { type Audit, type AuditPorts, auditStream } from '../audit/audit-resource.js';
import type { LogPorts } from '../shared/handle.js';
import { contactsOfAddress, contactStream } from './contact-streams.js';
import { findContact } from './find-contact.js';
import type { GetContact, ReadContactPorts } from './read-contacts.js';

/** One yes or no, with its occasion. */
export interface SaidOnce {
  /** The id of its event. */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** ISO 8601: when the person said it by the file that it is from; null where no file says. */
  readonly saidAt: string | null;
  /** Null for all marketing of the team. */
  readonly topicId: string | null;
  readonly isSubscribed: boolean;
  readonly means: ConsentMeans;
  readonly emailId: string | null;
  readonly importId: string | null;
  readonly formId: string | null;
  readonly pageVersion: string | null;
  readonly actor: Actor;
}

export const ListConsents = query({ name: 'ListConsents', need: 'read-only', run: listConsents });

/**
 * Everything that a contact ever said yes or no to, oldest first, from its own stream.
 * @returns undefined when the team has no such contact.
 */
async function listConsents(
  ports: ReadContactPorts,
  { teamId, key }: GetContact,
): Promise<readonly SaidOnce[] | undefined> {
  const found = await findContact(ports, teamId, key);
  return found && found.loaded.events.flatMap(consentIn);
}

export function consentIn({ id, event, metadata: { time, actor } }: Recorded<ContactEvent>): readonly SaidOnce[] {
  if (event.type !== 'ContactSubscribed' && event.type !== 'ContactUnsubscribed') return [];
  const { topicId, occasion } = event.data;
  const { means, emailId, importId, formId = null, pageVersion, saidAt = null } = occasion;
  const isSubscribed = event.type === 'ContactSubscribed';
  return [{ id, at: time, saidAt, topicId, isSubscribed, means, emailId, importId, formId, pageVersion, actor }];
}

/**
 * What happened to each contact that ever had the address, in one story: also to those that were deleted or erased. The
 * stream and the state are those of the last one. `at` (ISO 8601, UTC): up to then.
 * @returns undefined when the team never had a contact with the address.
 */
export async function auditContact(
  ports: AuditPorts & LogPorts,
  teamId: string,
  address: string,
  at?: string,
): Promise<Audit | undefined> {
  let last: Audit | undefined;
  for (const id of await contactsOfAddress(ports, teamId, address)) {
    const audit = await auditStream(ports, contactStream(id), foldContact, at);
    if (audit !== undefined) last = { ...audit, entries: [...(last?.entries ?? []), ...audit.entries] };
  }
  return last && { ...last, entries: last.entries.toSorted((one, other) => (one.position < other.position ? -1 : 1)) };
}
