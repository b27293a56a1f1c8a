import { contact, type ContactCommand } from '../../domain/contact/contact.js';
import {
  contactAddress,
  type ContactAddressEvent,
  type ContactAddressState,
} from '../../domain/contact/contact-address.js';
import { type DomainEvent, isRefusal } from '../../domain/shared/decider.js';
import type { Cause, EventMetadata, Position } from '../../domain/shared/recorded.js';
import { appendTogether, type StreamPart } from '../shared/append-together.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type Loaded, metadataOf, type Provenance, unwritten } from '../shared/handle.js';
import { creation, type WriteContactPorts, type WriteOfNew } from './contact-change.js';
import { contactStream } from './contact-streams.js';
import { withKept } from './kept-noes.js';

export type ContactWritten =
  | {
      readonly id: string;
      readonly outcome: 'created' | 'changed' | 'unchanged';
      readonly position: Position | undefined;
    }
  | Unavailable;

/** The stream of an address, and what is known of it. */
type Names = Pick<Loaded<ContactAddressState, ContactAddressEvent>, 'stream' | 'expected' | 'predecessor' | 'state'>;

/** Address and contact in one append, the address first: who comes second finds it taken. */
export async function createWithAddress(
  ports: WriteContactPorts,
  teamId: string,
  write: WriteOfNew,
  provenance: Provenance,
  names: Names,
  contactId: string,
): Promise<ContactWritten | 'conflict'> {
  const consents = withKept(write, names.state.unsubscribed);
  const loaded = unwritten(contact, contactStream(contactId));
  const { command, newKeys } = await creation(ports, teamId, { ...write, consents }, loaded);
  const { cause } = provenance;
  const parts = creationParts(ports, { teamId, contactId, names, command }, metadataOf(ports.clock, provenance), cause);
  if (parts === undefined) return 'conflict';
  const appended = await appendTogether(ports, parts, newKeys);
  if (appended.result === 'conflict') return 'conflict';
  if (appended.result === 'unknown') return unavailable;
  return { id: contactId, outcome: 'created', position: appended.position };
}

interface Creation {
  readonly teamId: string;
  readonly contactId: string;
  readonly names: Names;
  readonly command: ContactCommand;
}

/** What makes a contact with its address; undefined where the address is another's. */
export function creationParts(
  { ids }: Pick<WriteContactPorts, 'ids'>,
  { teamId, contactId, names, command }: Creation,
  metadata: EventMetadata,
  cause: Cause | undefined,
): readonly [StreamPart, StreamPart] | undefined {
  const insteadOf = names.state.contactId ?? undefined;
  const taken = contactAddress.decide({ type: 'TakeAddress', teamId, contactId, insteadOf }, names.state);
  const made = contact.decide(command, null);
  if (isRefusal(taken) || isRefusal(made)) return undefined;
  const idAt = (index: number) => (cause === undefined ? ids.next() : ids.derived(cause.id, index));
  // The first ids are those that `handle` derives for the contact alone, where a crash has left only the address.
  const named = (events: readonly DomainEvent[], from: number) =>
    events.map((event, index) => ({ id: idAt(from + index), event, metadata }));
  const { stream, expected, predecessor } = names;
  return [
    { stream, expected, predecessor, events: named(taken, made.length) },
    { stream: contactStream(contactId), expected: 'no-stream', predecessor: null, events: named(made, 0) },
  ];
}
