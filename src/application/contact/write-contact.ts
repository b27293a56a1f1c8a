import type { ContactEvent } from '../../domain/contact/events.js';
import { contact, type ContactCommand, type ContactState } from '../../domain/contact/contact.js';
import type { ContactAddressState, ContactAddressEvent } from '../../domain/contact/contact-address.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { addressHash } from '../shared/address-hash.js';
import { unavailable } from '../shared/context.js';
import { handle, type Loaded, type Provenance } from '../shared/handle.js';
import {
  changeNow,
  changeOf,
  type Commanded,
  type ContactWrite,
  creation,
  type WriteContactPorts,
  type WriteOfNew,
} from './contact-change.js';
import { type AnyState, loadContact, takersIn } from './contact-streams.js';
import { type ContactWritten, createWithAddress } from './create-contact.js';
import { keptAt } from './kept-noes.js';
import { settleAddress } from './settle-address.js';

const maxConflicts = 5;

/**
 * Makes the contact that has this address in the team, or changes the one that has it already. The address is taken in
 * the same append, so that it is never two contacts'.
 * @param id where the caller has chosen one for a new contact
 */
export async function putContact(
  ports: WriteContactPorts,
  teamId: string,
  write: WriteOfNew,
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
