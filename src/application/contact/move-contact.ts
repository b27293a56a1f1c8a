import { contact, unsubscribedIn } from '../../domain/contact/contact.js';
import {
  contactAddress,
  type ContactAddressState,
  type ContactAddressEvent,
} from '../../domain/contact/contact-address.js';
import { isRefusal } from '../../domain/shared/decider.js';
import { reveal } from '../../domain/shared/personal.js';
import { appendTogether } from '../shared/append-together.js';
import { unavailable } from '../shared/context.js';
import { load, type Loaded, metadataOf, type Provenance } from '../shared/handle.js';
import { addressHash } from '../shared/address-hash.js';
import { changeOf, type ContactWrite, type SaidConsent, type WriteContactPorts } from './contact-change.js';
import { contactAddressStream, loadContact } from './contact-streams.js';
import type { FoundContact } from './find-contact.js';
import { keptAt, withKept } from './kept-noes.js';
import { settleAddress } from './settle-address.js';
import type { ContactWritten } from './create-contact.js';
import { changeContact } from './write-contact.js';

export type Moved = ContactWritten | { readonly refused: 'address-taken' };

const maxTries = 5;

/** Changes a contact, and moves it where it is given another address. */
export async function moveOrChange(
  ports: WriteContactPorts,
  found: FoundContact,
  write: ContactWrite,
  provenance: Provenance,
): Promise<Moved> {
  const { email } = write.fields;
  let now = found;
  for (let tries = 0; tries <= maxTries; tries += 1) {
    const { loaded, state } = now;
    const isKnown = reveal(state.described.profile) !== undefined;
    const isMoving = isKnown && email !== undefined && addressHash(ports.hash, email) !== state.addressHash;
    if (!isMoving) return changeContact(ports, loaded, state, write, provenance);
    const moved = await move(ports, now, { ...write, email }, provenance);
    if (moved !== undefined) return moved;
    const again = await loadContact(ports, now.id);
    if (again.state === null || again.state === 'deleted') return unavailable;
    now = { id: now.id, loaded: again, state: again.state };
  }
  return unavailable;
}

/**
 * The new address is taken, the contact changed and the old address freed in one append. What was said no to stays on
 * both sides: with the contact and the address that it leaves, and from the address that it moves to.
 * @returns undefined where something came between, and it is to be looked at again.
 */
async function move(
  ports: WriteContactPorts,
  { id, loaded, state }: FoundContact,
  { email, ...write }: ContactWrite & { readonly email: string },
  provenance: Provenance,
): Promise<Moved | undefined> {
  const { teamId } = state;
  const settled = await settleAddress(ports, teamId, email, provenance);
  if ('refused' in settled) return settled;
  const { names, held } = settled;
  // What it had begun before is done now.
  if (names.state.contactId === id) return undefined;
  const isLeft = held?.state === 'deleted';
  const insteadOf = isLeft ? (names.state.contactId ?? undefined) : undefined;
  const taken = contactAddress.decide({ type: 'TakeAddress', teamId, contactId: id, insteadOf }, names.state);
  if (isRefusal(taken)) return { refused: 'address-taken' };
  const kept = isLeft ? keptAt(names, held, addressHash(ports.hash, email)) : names.state.unsubscribed;
  const own = { ...write, consents: withKept(write, kept) };
  const { command, newKeys } = await changeOf(ports, loaded, state, own, provenance);
  const changed = contact.decide(command, state);
  if (isRefusal(changed)) return unavailable;
  const old = await load(ports, contactAddress, contactAddressStream(teamId, state.addressHash));
  const metadata = metadataOf(ports.clock, provenance);
  const parts = [
    { loaded: names, events: taken },
    { loaded, events: changed },
    { loaded: old, events: freed(old, id, [...unsubscribedIn(state), ...noesIn(write.consents)]) },
  ].flatMap(({ loaded: { stream, expected, predecessor }, events }) => {
    const named = events.map((event) => ({ id: ports.ids.next(), event, metadata }));
    return named.length === 0 ? [] : [{ stream, expected, predecessor, events: named }];
  });
  const [anchor, ...others] = parts;
  if (anchor === undefined) return undefined;
  const appended = await appendTogether(ports, [anchor, ...others], new Map([...loaded.keyRing, ...newKeys]));
  if (appended.result === 'conflict') return undefined;
  if (appended.result === 'unknown') return unavailable;
  const isThere = (await loadContact(ports, id)).events.some(
    (each) => others[0]?.events.some((event) => event.id === each.id) === true,
  );
  return isThere ? { id, outcome: 'changed', position: appended.position } : undefined;
}

function freed(
  { state }: Loaded<ContactAddressState, ContactAddressEvent>,
  contactId: string,
  unsubscribed: readonly (string | null)[],
) {
  const decision = contactAddress.decide(
    { type: 'FreeAddress', contactId, unsubscribed: [...new Set(unsubscribed)] },
    state,
  );
  return isRefusal(decision) ? [] : decision;
}

const noesIn = (consents: readonly SaidConsent[]) =>
  consents.flatMap(({ topicId, isSubscribed }) => (isSubscribed ? [] : [topicId]));
