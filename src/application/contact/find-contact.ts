import type { ContactEvent } from '../../domain/contact/events.js';
import type { ContactState } from '../../domain/contact/contact.js';
import { addressHash } from '../shared/address-hash.js';
import type { Loaded } from '../shared/handle.js';
import type { WriteContactPorts } from './contact-change.js';
import { type AnyState, type ContactKey, idOfContact, loadContact } from './contact-streams.js';

export interface FoundContact {
  readonly id: string;
  readonly loaded: Loaded<AnyState, ContactEvent>;
  readonly state: ContactState;
}

/** @returns undefined when the team has no such contact. */
export async function findContact(
  ports: WriteContactPorts,
  teamId: string,
  key: ContactKey,
): Promise<FoundContact | undefined> {
  const id = await idOfContact(ports, teamId, key);
  if (id === undefined) return undefined;
  const loaded = await loadContact(ports, id);
  const { state } = loaded;
  if (state === null || state === 'deleted' || state.teamId !== teamId) return undefined;
  // The log may name a contact for an address that it has left, or that it did not come to: a crash came between.
  const isThere = 'id' in key || state.addressHash === addressHash(ports.hash, key.address);
  return isThere ? { id, loaded, state } : undefined;
}
