import { contact, type ContactState } from '../../domain/contact/contact.js';
import {
  contactAddress,
  type ContactAddressState,
  type ContactAddressEvent,
} from '../../domain/contact/contact-address.js';
import type { ContactEvent } from '../../domain/contact/events.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { handle, type Loaded, type Provenance } from '../shared/handle.js';
import { changeOf, type WriteContactPorts } from './contact-change.js';
import { type AnyState, loadAddress, loadContact } from './contact-streams.js';
import { keptAt, withKept } from './kept-noes.js';

/** An address, and the contact that the log says has it. */
export interface SettledAddress {
  readonly names: Loaded<ContactAddressState, ContactAddressEvent>;
  /** Undefined where no contact has it. One that is not deleted has no other address. */
  readonly held: Loaded<AnyState, ContactEvent> | undefined;
}

const maxTries = 5;

/**
 * Who has an address, once what a crash cut off is done: a move that took it and did not change its contact is
 * finished, and an address that its contact has left is freed. The next request for the address does it, so no contact
 * is found under an address that is not its own.
 */
export async function settleAddress(
  ports: WriteContactPorts,
  teamId: string,
  email: string,
  provenance: Provenance,
): Promise<SettledAddress | Unavailable> {
  const hash = addressHash(ports.hash, email);
  for (let tries = 0; tries <= maxTries; tries += 1) {
    const names = await loadAddress(ports, teamId, email);
    const { contactId } = names.state;
    const held = contactId === null ? undefined : await loadContact(ports, contactId);
    if (held === undefined || !isAway(held.state, hash)) return { names, held };
    const { cause: _, ...own } = provenance;
    if (hasMovedSince(names, held, hash)) await free(ports, names, keptAt(names, held, hash), own);
    else await finishMove(ports, { names, held, state: held.state, email }, own);
  }
  return unavailable;
}

const isAway = (state: AnyState, hash: string): state is ContactState =>
  state !== null && state !== 'deleted' && state.addressHash !== hash;

/** Whether the contact has moved, to this address or another one, after it took this one. */
function hasMovedSince(
  names: Loaded<ContactAddressState, ContactAddressEvent>,
  held: Loaded<AnyState, ContactEvent>,
  hash: string,
): boolean {
  const taken = names.events.findLast(({ event }) => event.type === 'ContactAddressTaken');
  if (taken === undefined) return true;
  const hashes = held.events.flatMap(({ event, position }) =>
    'addressHash' in event.data ? [{ hash: event.data.addressHash, isLater: position > taken.position }] : [],
  );
  const before = hashes.findLast(({ isLater }) => !isLater)?.hash;
  return hashes.some((each) => each.isLater && (each.hash === hash || each.hash !== before));
}

async function free(
  ports: WriteContactPorts,
  names: Loaded<ContactAddressState, ContactAddressEvent>,
  unsubscribed: readonly (string | null)[],
  provenance: Provenance,
): Promise<void> {
  const command = { type: 'FreeAddress', contactId: names.state.contactId ?? '', unsubscribed } as const;
  await handle(ports, contactAddress, names.stream, command, provenance, { loaded: names });
}

interface HalfMove {
  readonly names: Loaded<ContactAddressState, ContactAddressEvent>;
  readonly held: Loaded<AnyState, ContactEvent>;
  readonly state: ContactState;
  readonly email: string;
}

/** The next request for the address that it leaves frees that one. */
async function finishMove(
  ports: WriteContactPorts,
  { names, held, state, email }: HalfMove,
  provenance: Provenance,
): Promise<void> {
  const occasion = { means: 'api-key', emailId: null, pageVersion: null, importId: null, visitor: null } as const;
  const consents = withKept({ consents: [], occasion }, names.state.unsubscribed);
  const write = { fields: { email }, consents, occasion };
  const { command, newKeys } = await changeOf(ports, held, state, write, provenance);
  await handle(ports, contact, held.stream, command, provenance, { loaded: held, newKeys, personal: true });
}
