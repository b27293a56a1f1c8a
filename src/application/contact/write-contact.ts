import {
  contact,
  type ConsentGiven,
  type ContactChange,
  type ContactCommand,
  type ContactState,
} from '../../domain/contact/contact.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import {
  type ConsentOccasion,
  type ContactCreated,
  type ContactEvent,
  type ContactProfile,
  contactStreams,
  type PropertyValue,
} from '../../domain/contact/events.js';
import { type DomainEvent, isRefusal } from '../../domain/shared/decider.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { KeyStore } from '../ports/vault.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import {
  handle,
  load,
  type Loaded,
  metadataOf,
  type Provenance,
  requestPatience,
  retryAppend,
  unwritten,
} from '../shared/handle.js';
import { personalValues } from '../shared/personal-values.js';
import { type AddressPorts, contactStream, loadAddress, normalAddress } from './contact-streams.js';
import { lastWordsOf, withKept } from './kept-noes.js';

export type WriteContactPorts = AddressPorts & {
  readonly keys: Pick<KeyStore, 'getMany' | 'createRow'>;
};

/** What is to be known of a person; what is undefined stays, null clears it. */
export interface ContactFields {
  readonly email?: string | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly properties?: Readonly<Record<string, PropertyValue | null>> | undefined;
}

/** How a yes or a no came about; `visitor` in plain, to be sealed under the contact's key. */
export interface Occasion extends Omit<ConsentOccasion, 'visitor'> {
  readonly visitor: { readonly ip: string; readonly userAgent: string | null } | null;
}

export interface SaidConsent {
  readonly topicId: string | null;
  readonly isSubscribed: boolean;
  readonly isPresumed?: true;
}

/** One contact to be written, with what goes with it. */
export interface ContactWrite extends Pick<ContactChange, 'joins' | 'leaves' | 'asOf'> {
  readonly fields: ContactFields;
  readonly consents: readonly SaidConsent[];
  readonly occasion: Occasion;
  /** ISO 8601: since when the person is known, for a contact that is made. */
  readonly since?: string | undefined;
  /** A contact that is there already stays as it is. */
  readonly isOnlyNew?: boolean;
}

export type ContactWritten =
  | {
      readonly id: string;
      readonly outcome: 'created' | 'changed' | 'unchanged';
      readonly position: Position | undefined;
    }
  | Unavailable;

type AnyState = ContactState | 'deleted' | null;
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
  for (let tries = 0; tries <= maxConflicts; tries += 1) {
    const names = await loadAddress(ports, teamId, write.fields.email);
    const holder = names.state.contactId;
    const held = holder === null ? undefined : await loadContact(ports, holder);
    if (held === undefined || held.state === 'deleted') {
      const unsubscribed = held === undefined ? names.state.unsubscribed : lastWordsOf(held);
      const known = { ...names, state: { ...names.state, unsubscribed } };
      const made = await createWithAddress(ports, teamId, write, provenance, known, id ?? ports.ids.next());
      if (made !== 'conflict') return made;
      continue;
    }
    // The address was taken, and a crash came before the contact: the next who asks makes it.
    if (held.state === null) return changeLoaded(ports, held, await creation(ports, teamId, write, held), provenance);
    if (write.isOnlyNew === true) {
      const outcome = outcomeOf(ports, held.events, provenance);
      return { id: holder ?? '', outcome: outcome ?? 'unchanged', position: undefined };
    }
    return changeContact(ports, held, held.state, write, provenance);
  }
  return unavailable;
}

/** Changes what is loaded; its address stays, or was taken for it before. */
export async function changeContact(
  ports: WriteContactPorts,
  loaded: Loaded<AnyState>,
  state: ContactState,
  write: ContactWrite,
  provenance: Provenance,
): Promise<ContactWritten> {
  const { teamId } = state;
  const before = reveal(state.described.profile);
  const profile = before === undefined ? undefined : changedProfile(before, write.fields);
  const sealing =
    profile === undefined
      ? undefined
      : await personalValues(ports, contactStreams, 'ContactChanged', loaded, { profile });
  const { kid } = state.described.profile;
  const command: ContactCommand = {
    type: 'ChangeContact',
    teamId,
    ...rest({ ...write, asOf: untilOthers(write.asOf, loaded.events, provenance) }),
    consents: given(write, kid),
    ...(profile === undefined || sealing === undefined
      ? {}
      : { described: { teamId, addressHash: addressHash(ports.hash, profile.email), ...sealing.values } }),
  };
  return changeLoaded(ports, loaded, { command, newKeys: sealing?.newKeys ?? new Map() }, provenance);
}

export function loadContact(ports: WriteContactPorts, id: string): Promise<Loaded<AnyState>> {
  return load<AnyState, ContactEvent>(ports, contact, contactStream(id), true);
}

interface Commanded {
  readonly command: ContactCommand;
  readonly newKeys: KeyRing;
}

async function changeLoaded(
  ports: WriteContactPorts,
  loaded: Loaded<AnyState>,
  { command, newKeys }: Commanded,
  provenance: Provenance,
): Promise<ContactWritten> {
  const options = { loaded, newKeys, personal: true };
  const handled = await handle(ports, contact, loaded.stream, command, provenance, options);
  if ('refused' in handled) return unavailable;
  const { events, position } = handled;
  const made = command.type === 'CreateContact' ? 'created' : events.length > 0 ? 'changed' : undefined;
  const outcome = made ?? outcomeOf(ports, handled.loaded.events, provenance) ?? 'unchanged';
  return { id: idOf(loaded.stream), outcome, position };
}

/** What the same cause had done before, where its events are there already. */
function outcomeOf(
  { ids }: Pick<WriteContactPorts, 'ids'>,
  events: Loaded<AnyState>['events'],
  { cause }: Provenance,
): 'created' | 'changed' | undefined {
  if (cause === undefined) return undefined;
  const first = ids.derived(cause.id, 0);
  const own = events.find(({ id }) => id === first);
  if (own === undefined) return undefined;
  return own.event.type === 'ContactCreated' ? 'created' : 'changed';
}

/** What the same job has written since is no reason to leave what it writes now. */
function untilOthers(
  asOf: string | undefined,
  events: Loaded<AnyState>['events'],
  { context }: Provenance,
): string | undefined {
  if (asOf === undefined) return undefined;
  const atMs = Date.parse(asOf);
  const isOthers = events.some(
    ({ metadata }) => Date.parse(metadata.time) > atMs && metadata.correlationId !== context.correlationId,
  );
  return isOthers ? asOf : undefined;
}

/** The command that makes a contact, its profile under a new key. */
async function creation(
  ports: WriteContactPorts,
  teamId: string,
  write: ContactWrite & { readonly fields: { readonly email: string } },
  loaded: Pick<Loaded<AnyState>, 'stream' | 'events' | 'keyRing'>,
): Promise<Commanded> {
  const { email } = write.fields;
  const profile = changedProfile({ email, firstName: null, lastName: null, properties: {} }, write.fields);
  const sealing = await personalValues(ports, contactStreams, 'ContactCreated', loaded, { profile });
  const { since } = write;
  const known = { teamId, addressHash: addressHash(ports.hash, email), ...(since === undefined ? {} : { since }) };
  const described: ContactCreated['data'] = { ...known, ...sealing.values };
  const consents = given(write, sealing.values.profile.kid);
  return { command: { type: 'CreateContact', ...rest(write), described, consents }, newKeys: sealing.newKeys };
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
  const [address, opened] = ports.codec.encode(
    [
      { stream: names.stream, predecessor: names.predecessor, events: named(taken, made.length) },
      { stream, predecessor: null, events: named(made, 0) },
    ],
    newKeys,
  );
  if (address === undefined || opened === undefined) throw new Error('the codec answered no encoding for a stream');
  const appended = await retryAppend(
    ports,
    [
      { stream: names.stream, expected: names.expected, events: address.events },
      { stream, expected: 'no-stream', events: opened.events },
    ],
    requestPatience,
  );
  if (appended.result === 'conflict') return 'conflict';
  if (appended.result === 'unknown') return unavailable;
  return { id: contactId, outcome: 'created', position: appended.position };
}

/** The last word on each of them. */
function given({ consents, occasion }: ContactWrite, kid: ContactCreated['data']['profile']['kid']): ConsentGiven[] {
  const { visitor, ...known } = occasion;
  const sealed = { ...known, visitor: visitor === null ? null : plain(kid, visitor) };
  return consents.map((each) => ({ ...each, occasion: sealed }));
}

function rest({
  joins,
  leaves,
  asOf,
}: { readonly asOf?: string | undefined } & Pick<ContactWrite, 'joins' | 'leaves'>): Pick<
  ContactChange,
  'joins' | 'leaves' | 'asOf'
> {
  return {
    ...(joins === undefined ? {} : { joins }),
    ...(leaves === undefined ? {} : { leaves }),
    ...(asOf === undefined ? {} : { asOf }),
  };
}

function changedProfile(before: ContactProfile, { email, firstName, lastName, properties = {} }: ContactFields) {
  const kept = Object.entries({ ...before.properties, ...properties }).filter(
    (entry): entry is [string, PropertyValue] => entry[1] !== null,
  );
  return {
    // An address written another way is the same person's.
    email: email === undefined || normalAddress(email) === normalAddress(before.email) ? before.email : email,
    firstName: firstName === undefined ? before.firstName : firstName,
    lastName: lastName === undefined ? before.lastName : lastName,
    properties: Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
