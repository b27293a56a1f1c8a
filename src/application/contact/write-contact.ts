import type { ContactEvent } from '../../domain/contact/events.js';
import { contact, type ContactCommand, type ContactState } from '../../domain/contact/contact.js';
import {
  contactAddress,
  type ContactAddressState,
  type ContactAddressEvent,
} from '../../domain/contact/contact-address.js';
import { type DomainEvent, isRefusal } from '../../domain/shared/decider.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { appendTogether } from '../shared/append-together.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { handle, type Loaded, metadataOf, type Provenance, unwritten } from '../shared/handle.js';
import {
  changeNow,
  changeOf,
  type Commanded,
  type ContactFields,
  type ContactWrite,
  creation,
  type WriteContactPorts,
} from './contact-change.js';
import { type AnyState, contactStream, type loadAddress, loadContact, takersIn } from './contact-streams.js';
import { keptAt, withKept } from './kept-noes.js';
import { settleAddress } from './settle-address.js';

export type ContactWritten =
  | {
      readonly id: string;
      readonly outcome: 'created' | 'changed' | 'unchanged';
      readonly position: Position | undefined;
    }
  | Unavailable;

const maxConflicts = 5;

/**
 * Makes the contact that has this address in the team, or changes the one that has it already. The address is taken in
 * the same append, so that it is never two contacts'.
 * @param id where the caller has chosen one for a new contact
 */
export async function putContact(
  ports: WriteContactPorts,
  teamId: string,
  write: ContactWrite & { readonly fields: ContactFields & { readonly email: string } },
  provenance: Provenance,
  id?: string,
): Promise<ContactWritten> {
  const { email } = write.fields;
  for (let tries = 0; tries <= maxConflicts; tries += 1) {
    const settled = await settleAddress(ports, teamId, email, provenance);
    if ('refused' in settled) return settled;
    const { names, held } = settled;
    const before = await writtenBefore(ports, names, provenance);
    if (before !== undefined) return before;
    if (held === undefined || held.state === 'deleted') {
      const hash = addressHash(ports.hash, email);
      const unsubscribed = held === undefined ? names.state.unsubscribed : keptAt(names, held, hash);
      const known = { ...names, state: { ...names.state, unsubscribed } };
      const made = await createWithAddress(ports, teamId, write, provenance, known, id ?? ports.ids.next());
      if (made !== 'conflict') return made;
      continue;
    }
    // The address was taken, and a crash came before the contact: the next who asks makes it.
    if (held.state === null) return changeLoaded(ports, held, await creation(ports, teamId, write, held), provenance);
    if (write.isOnlyNew === true) {
      const outcome = outcomeOf(ports, held.events, provenance);
      return { id: idOf(held.stream), outcome: outcome ?? 'unchanged', position: undefined };
    }
    return changeContact(ports, held, held.state, write, provenance);
  }
  return unavailable;
}

/** What the same cause has done to a contact that had the address before: a row that is applied again is that one's. */
async function writtenBefore(
  ports: WriteContactPorts,
  { events, state }: Pick<Loaded<ContactAddressState, ContactAddressEvent>, 'events' | 'state'>,
  provenance: Provenance,
): Promise<ContactWritten | undefined> {
  if (provenance.cause === undefined) return undefined;
  for (const id of takersIn(events)) {
    if (id === state.contactId) continue;
    const outcome = outcomeOf(ports, (await loadContact(ports, id)).events, provenance);
    if (outcome !== undefined) return { id, outcome, position: undefined };
  }
  return undefined;
}

/**
 * Changes what is loaded; its address stays. Where something came between, it is worked out again from what holds then:
 * a profile is written whole, and must not undo what another request has changed.
 */
export async function changeContact(
  ports: WriteContactPorts,
  loaded: Loaded<AnyState, ContactEvent>,
  state: ContactState,
  write: ContactWrite,
  provenance: Provenance,
): Promise<ContactWritten> {
  const change = await changeOf(ports, loaded, state, write, provenance);
  const decider = {
    ...contact,
    decide: (command: ContactCommand, now: AnyState) =>
      contact.decide(now === state ? command : changeNow(command, write, now), now),
  };
  return changeLoaded(ports, loaded, change, provenance, decider);
}

async function changeLoaded(
  ports: WriteContactPorts,
  loaded: Loaded<AnyState, ContactEvent>,
  { command, newKeys }: Commanded,
  provenance: Provenance,
  decider = contact,
): Promise<ContactWritten> {
  const options = { loaded, newKeys, personal: true };
  const handled = await handle(ports, decider, loaded.stream, command, provenance, options);
  if ('refused' in handled) return unavailable;
  const { events, position } = handled;
  const made = command.type === 'CreateContact' ? 'created' : events.length > 0 ? 'changed' : undefined;
  const outcome = made ?? outcomeOf(ports, handled.loaded.events, provenance) ?? 'unchanged';
  return { id: idOf(loaded.stream), outcome, position };
}

/** What the same cause had done before, where its events are there already. */
function outcomeOf(
  { ids }: Pick<WriteContactPorts, 'ids'>,
  events: Loaded<AnyState, ContactEvent>['events'],
  { cause }: Provenance,
): 'created' | 'changed' | undefined {
  if (cause === undefined) return undefined;
  const first = ids.derived(cause.id, 0);
  const own = events.find(({ id }) => id === first);
  if (own === undefined) return undefined;
  return own.event.type === 'ContactCreated' ? 'created' : 'changed';
}

/** Address and contact in one append, the address first: who comes second finds it taken. */
async function createWithAddress(
  ports: WriteContactPorts,
  teamId: string,
  write: ContactWrite & { readonly fields: { readonly email: string } },
  provenance: Provenance,
  names: Awaited<ReturnType<typeof loadAddress>>,
  contactId: string,
): Promise<ContactWritten | 'conflict'> {
  const stream = contactStream(contactId);
  const consents = withKept(write, names.state.unsubscribed);
  const { command, newKeys } = await creation(ports, teamId, { ...write, consents }, unwritten(contact, stream));
  const insteadOf = names.state.contactId ?? undefined;
  const taken = contactAddress.decide({ type: 'TakeAddress', teamId, contactId, insteadOf }, names.state);
  const made = contact.decide(command, null);
  if (isRefusal(taken) || isRefusal(made)) return 'conflict';
  const metadata = metadataOf(ports.clock, provenance);
  const { cause } = provenance;
  const idAt = (index: number) => (cause === undefined ? ports.ids.next() : ports.ids.derived(cause.id, index));
  // The first ids are those that `handle` derives for the contact alone, where a crash has left only the address.
  const named = (events: readonly DomainEvent[], from: number) =>
    events.map((event, index) => ({ id: idAt(from + index), event, metadata }));
  const appended = await appendTogether(
    ports,
    [
      { ...names, events: named(taken, made.length) },
      { ...unwritten(contact, stream), events: named(made, 0) },
    ],
    newKeys,
  );
  if (appended.result === 'conflict') return 'conflict';
  if (appended.result === 'unknown') return unavailable;
  return { id: contactId, outcome: 'created', position: appended.position };
}
