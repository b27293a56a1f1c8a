import { foldContact } from '../../projections/contacts/contacts.projection.js';
import { type Audit, type AuditPorts, auditStream } from '../audit/audit-resource.js';
import type { LogPorts } from '../shared/handle.js';
import { contactsOfAddress, contactStream } from './contact-streams.js';

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
