import {
  contactAddress,
  type ContactAddressEvent,
  type ContactAddressState,
} from '../../domain/contact/contact-address.js';
import { contact, type ContactState } from '../../domain/contact/contact.js';
import type { ContactEvent } from '../../domain/contact/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import { addressHash } from '../shared/address-hash.js';
import { load, type Loaded, type LogPorts } from '../shared/handle.js';

/** A contact, by its id or by its address. */
export type ContactKey = { readonly id: string } | { readonly address: string };

/** A contact as its stream has it. */
export type AnyState = ContactState | 'deleted' | null;

export const contactStream = (id: string): StreamName => streamName('contact', id);

/** Who has an address in a team, by the keyed hash that stands for it: the same for every way of writing it. */
export function contactAddressStream(teamId: string, addressHash: string): StreamName {
  return streamName('contactaddress', `${teamId}-${addressHash}`);
}

export type AddressPorts = LogPorts & { readonly hash: KeyedHash };

export function loadAddress(
  ports: AddressPorts,
  teamId: string,
  address: string,
): Promise<Loaded<ContactAddressState, ContactAddressEvent>> {
  return load(ports, contactAddress, contactAddressStream(teamId, addressHash(ports.hash, address)));
}

/** Sealed values come decrypted. */
export function loadContact(ports: LogPorts, id: string): Promise<Loaded<AnyState, ContactEvent>> {
  return load<AnyState, ContactEvent>(ports, contact, contactStream(id), true);
}

/** @returns undefined when no contact of the team has the address. */
export async function idOfContact(ports: AddressPorts, teamId: string, key: ContactKey): Promise<string | undefined> {
  if ('id' in key) return key.id;
  return (await loadAddress(ports, teamId, key.address)).state.contactId ?? undefined;
}

/** Every contact of the team that ever had the address, deleted ones too, in the order in which they took it. */
export async function contactsOfAddress(
  ports: AddressPorts,
  teamId: string,
  address: string,
): Promise<readonly string[]> {
  return takersIn((await loadAddress(ports, teamId, address)).events);
}

/** By the events of the stream of an address, in the order in which they took it. */
export function takersIn(events: readonly Recorded[]): readonly string[] {
  // The codec types the union of all events; a stream holds those of its own aggregate.
  const taken = events.map(({ event }) => event as ContactAddressEvent);
  return [...new Set(taken.flatMap(({ type, data }) => (type === 'ContactAddressTaken' ? [data.contactId] : [])))];
}

/** The contact that had the address when the event at this position was written. */
export async function contactThen(
  ports: AddressPorts,
  teamId: string,
  address: string,
  position: Position,
): Promise<string | undefined> {
  const { events } = await loadAddress(ports, teamId, address);
  const last = events.findLast((each) => each.position < position)?.event;
  return last?.type === 'ContactAddressTaken' ? last.data.contactId : undefined;
}
