import type { EmailAccepted } from '../../domain/email/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { contactThen, loadContact } from '../contact/contact-streams.js';
import type { Occasion, WriteContactPorts } from '../contact/contact-change.js';
import { changeContact } from '../contact/write-contact.js';
import type { Provenance } from '../shared/handle.js';

export interface Complaint {
  readonly teamId: string;
  readonly address: string;
  readonly accepted: Recorded<EmailAccepted>;
  readonly recipient: number;
  /** ISO 8601: what was said since stands. */
  readonly at: string;
}

/**
 * Who calls an email spam wants no marketing: the contact that it went to leaves, and takes that along to another
 * address. The list of suppressions holds the address alone.
 */
export async function leaveByComplaint(
  ports: WriteContactPorts,
  { teamId, address, accepted, recipient, at }: Complaint,
  provenance: Provenance,
): Promise<void> {
  const { broadcast } = accepted.event.data;
  const contactId = broadcast?.contactId ?? (await contactThen(ports, teamId, address, accepted.position));
  if (contactId === undefined) return;
  const loaded = await loadContact(ports, contactId);
  if (loaded.state === null || loaded.state === 'deleted' || loaded.state.teamId !== teamId) return;
  const emailId = idOf(accepted.stream);
  const occasion: Occasion = {
    means: 'complaint',
    ...{ emailId, recipient, pageVersion: null, importId: null, visitor: null },
  };
  const write = { fields: {}, consents: [{ topicId: null, isSubscribed: false }], occasion, asOf: at };
  const written = await changeContact(ports, loaded, loaded.state, write, provenance);
  if ('refused' in written) throw new Error(`${loaded.stream} could not be written`);
}
