import type { ContactChange, ContactCommand, ConsentGiven, ContactState } from '../../domain/contact/contact.js';
import {
  type ConsentOccasion,
  type ContactCreated,
  type ContactProfile,
  contactStreams,
  type PropertyValue,
  type ContactEvent,
} from '../../domain/contact/events.js';
import { byContactField, type ContactField, noContactFields } from '../../domain/shared/contact-fields.js';
import { type Kid, plain, reveal } from '../../domain/shared/personal.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { KeyStore } from '../ports/vault.js';
import { addressHash, normalAddress } from '../shared/address-hash.js';
import type { Loaded, Provenance } from '../shared/handle.js';
import { personalValues } from '../shared/personal-values.js';
import { type AddressPorts, type AnyState } from './contact-streams.js';

export type WriteContactPorts = AddressPorts & {
  readonly keys: Pick<KeyStore, 'getMany' | 'createRow'>;
};

/** What is to be known of a person; what is undefined stays, null clears it. */
export interface ContactFields extends Readonly<Partial<Record<ContactField, string | null | undefined>>> {
  readonly email?: string | undefined;
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

/** One that names the address of the contact, which may be a new one. */
export type WriteOfNew = ContactWrite & { readonly fields: ContactFields & { readonly email: string } };

/** A command, and the keys that were made for what it seals. */
export interface Commanded {
  readonly command: ContactCommand;
  readonly newKeys: KeyRing;
}

/** The command that makes a contact, its profile under a new key. */
export async function creation(
  ports: WriteContactPorts,
  teamId: string,
  write: WriteOfNew,
  loaded: Pick<Loaded<AnyState, ContactEvent>, 'stream' | 'events' | 'keyRing'>,
): Promise<Commanded> {
  const profile = newProfile(write);
  const sealing = await personalValues(ports, contactStreams, 'ContactCreated', loaded, { profile });
  const hash = addressHash(ports.hash, write.fields.email);
  return { command: creationOf(teamId, hash, write, sealing.values.profile), newKeys: sealing.newKeys };
}

/** The same under a key that is there: of a contact without a stream. */
export const creationUnder = (kid: Kid, teamId: string, hash: string, write: WriteOfNew): CreateContact =>
  creationOf(teamId, hash, write, plain(kid, newProfile(write)));

type CreateContact = Extract<ContactCommand, { readonly type: 'CreateContact' }>;

const newProfile = ({ fields }: WriteOfNew): ContactProfile =>
  changedProfile({ email: fields.email, ...noContactFields, properties: {} }, fields);

function creationOf(
  teamId: string,
  hash: string,
  write: WriteOfNew,
  profile: ContactCreated['data']['profile'],
): CreateContact {
  const { since } = write;
  const described = { teamId, addressHash: hash, ...(since === undefined ? {} : { since }), profile };
  return { type: 'CreateContact', ...rest(write), described, consents: given(write, profile.kid) };
}

/** The command that changes what is loaded. */
export async function changeOf(
  ports: WriteContactPorts,
  loaded: Loaded<AnyState, ContactEvent>,
  state: ContactState,
  write: ContactWrite,
  provenance: Provenance,
): Promise<Commanded> {
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
  return { command, newKeys: sealing?.newKeys ?? new Map() };
}

/** The same change of what a contact is by now; it stays where it has moved to. */
export function changeNow(command: ContactCommand, { fields }: ContactWrite, now: AnyState): ContactCommand {
  if (command.type !== 'ChangeContact' || command.described === undefined) return command;
  const before = now === null || now === 'deleted' ? undefined : reveal(now.described.profile);
  if (now === null || now === 'deleted' || before === undefined) return command;
  const { kid } = command.described.profile;
  const profile = plain(kid, changedProfile(before, { ...fields, email: undefined }));
  return { ...command, described: { ...command.described, addressHash: now.addressHash, profile } };
}

/** What the same job has written since is no reason to leave what it writes now. */
function untilOthers(
  asOf: string | undefined,
  events: Loaded<AnyState, ContactEvent>['events'],
  { context }: Provenance,
): string | undefined {
  if (asOf === undefined) return undefined;
  const atMs = Date.parse(asOf);
  const isOthers = events.some(
    ({ metadata }) => Date.parse(metadata.time) > atMs && metadata.correlationId !== context.correlationId,
  );
  return isOthers ? asOf : undefined;
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

function changedProfile(before: ContactProfile, { email, properties = {}, ...given }: ContactFields): ContactProfile {
  const kept = Object.entries({ ...before.properties, ...properties }).filter(
    (entry): entry is [string, PropertyValue] => entry[1] !== null,
  );
  return {
    // An address written another way is the same person's.
    email: email === undefined || normalAddress(email) === normalAddress(before.email) ? before.email : email,
    ...byContactField((key) => (given[key] === undefined ? before[key] : given[key])),
    properties: Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
