import type { ContactEvent } from '../../domain/contact/events.js';
import type { ContactState } from '../../domain/contact/contact.js';
import { addressHash } from '../shared/address-hash.js';
import type { Loaded } from '../shared/handle.js';
import { KeyedSemaphore } from '../shared/semaphore.js';
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

const historiesAtOnce = new KeyedSemaphore(2);

/**
 * {@link findContact} for a page that anyone may open. A history may have megabytes: of one team so many are read at a
 * time.
 */
export function findContactInTurn(
  ports: WriteContactPorts,
  teamId: string,
  key: ContactKey,
): Promise<FoundContact | undefined> {
  return historiesAtOnce.run(teamId, () => findContact(ports, teamId, key));
}
