import type { AudienceMember, AudienceOpened } from '../../domain/broadcast/audience.js';
import { contact } from '../../domain/contact/contact.js';
import type { ContactEvent, ContactProfile } from '../../domain/contact/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { type ContactDocument, foldContact } from '../../projections/contacts/contacts.projection.js';
import { contactStream } from '../contact/contact-streams.js';
import { load, type LogPorts } from '../shared/handle.js';

/** What was known of a person when an audience was frozen. */
interface KnownThen {
  readonly profile: ContactProfile;
  /** All of the contact, which few contents ask for. */
  readonly contact: () => ContactDocument | undefined;
}

/** What is known of a member, by all events of the contact; or why nothing is known any more. */
export function knownThen(
  events: readonly Recorded<ContactEvent>[],
  member: AudienceMember,
): KnownThen | AudienceOpened['skipped'][number]['reason'] {
  const end = events.find(({ event }) => event.type === 'ContactDeleted')?.event;
  if (end?.type === 'ContactDeleted') return end.data.because === 'erasure' ? 'erased' : 'deleted';
  const profile = profileIn(events, member.revision);
  if (profile === undefined) return 'erased';
  return { profile, contact: () => foldContact(events.filter(({ revision }) => revision <= member.revision)) };
}

function profileIn(events: readonly Recorded<ContactEvent>[], last: number): ContactProfile | undefined {
  const described = events.findLast(({ revision, event }) => revision <= last && 'profile' in event.data);
  const profile =
    described !== undefined && 'profile' in described.event.data ? described.event.data.profile : undefined;
  return profile && reveal(profile);
}

/** What was known of a contact at a revision of its stream; undefined where it was erased. */
export async function profileAt(
  ports: LogPorts,
  contactId: string,
  revision: number,
): Promise<ContactProfile | undefined> {
  const stream = contactStream(contactId);
  const { events } = await load(ports, contact, stream, true);
  return profileIn(events, revision);
}

/** The keyed hash of the address that a contact had at a revision of its stream. */
export async function addressHashAt(ports: LogPorts, contactId: string, revision: number): Promise<string | undefined> {
  const { events } = await load(ports, contact, contactStream(contactId));
  const described = events.findLast((each) => each.revision <= revision && 'addressHash' in each.event.data)?.event
    .data;
  return described !== undefined && 'addressHash' in described ? described.addressHash : undefined;
}
