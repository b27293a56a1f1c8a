import { plain, reveal } from '../../domain/shared/personal.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type Profile, userStreams, type UserAddressEvent } from '../../domain/user/events.js';
import { isFullyConfirmed, user, type UserState } from '../../domain/user/user.js';
import { userAddress, type UserAddressState } from '../../domain/user/user-address.js';
import { addressHash } from '../shared/address-hash.js';
import { handle, load, type Loaded, type Provenance, unwritten } from '../shared/handle.js';
import { personalValues } from '../shared/personal-values.js';
import { type People, userStream } from './people.js';

export interface NewAccount extends Profile {
  readonly userId: string;
  /** As the hasher made it; null: the person has still to choose one. */
  readonly passwordHash: string | null;
  /** Whether who makes it has followed a link that was sent to the address, or has a provider that vouches for it. */
  readonly addressProven: boolean;
}

export type CreateAccountResult =
  | { readonly userId: string }
  | { readonly refused: 'address-taken' }
  | { readonly refused: 'unavailable' };

/**
 * The id of the user with this address; undefined: there is none. Who only holds it, for a change that never came to
 * be, is not found.
 */
export async function userIdOf(people: People, address: string): Promise<string | undefined> {
  const { state } = await loadAddress(people, address);
  if (state.userId === null) return undefined;
  const hash = addressHash(people.ports.hash, address);
  const known = await people.user(state.userId);
  if (known.status !== 'none' && known.addressHash === hash) return state.userId;
  // It may have changed in another process a moment ago.
  const { state: holder } = await people.openUser(state.userId);
  return holder.status !== 'none' && holder.addressHash === hash ? state.userId : undefined;
}

/**
 * Takes the address, then opens the user under a key of its own. An address whose user never came to be, because a
 * crash came between, can be taken by the same user at once, and by another one once no process can still be between
 * the two.
 */
export async function createAccount(
  people: People,
  provenance: Provenance,
  { userId, email, name, passwordHash, addressProven }: NewAccount,
): Promise<CreateAccountResult> {
  const { ports } = people;
  const taken = await takeAddress(people, provenance, email, { userId, change: null });
  if (taken !== undefined) return { refused: taken };
  const stream = userStream(userId);
  const opening = unwritten<UserState>(user, stream);
  const { values, newKeys } = await personalValues(ports, userStreams, 'UserCreated', opening, {
    profile: { email, name },
  });
  const { profile } = values;
  const loaded = { ...opening, keyRing: newKeys };
  const created = { userId, profile, addressHash: addressHash(ports.hash, email), addressProven };
  const password = passwordHash === null ? null : plain(profile.kid, passwordHash);
  const handled = await people.writeUser(provenance, userId, { type: 'CreateUser', user: created, password }, loaded);
  if (!('refused' in handled)) return { userId };
  return { refused: handled.refused === 'unavailable' ? 'unavailable' : 'address-taken' };
}

/** @returns undefined when the address is this user's from now on. */
export async function takeAddress(
  people: People,
  provenance: Provenance,
  address: string,
  { userId, change }: { readonly userId: string; readonly change: string | null },
): Promise<'address-taken' | 'unavailable' | undefined> {
  const { state } = await loadAddress(people, address);
  const { userId: holder, takenAt } = state;
  const isOthers = holder !== null && takenAt !== null && holder !== userId;
  const isStale = isOthers && !(await usesAddress(people, holder, address, Date.parse(takenAt)));
  const command = { type: 'TakeAddress', userId, insteadOf: isStale ? holder : null, change } as const;
  const handled = await handle(people.ports, userAddress, addressStream(people, address), command, provenance);
  if (!('refused' in handled)) return undefined;
  return handled.refused === 'taken' ? 'address-taken' : 'unavailable';
}

/** Long after a change of address has expired no process is still at work on it, whatever its clock says. */
const expiredForMs = 3_600_000;

/** The account follows right after its address. So long after, the process that took it has ended in between. */
const accountFollowsWithinMs = 10 * 60_000;

/**
 * Whether it is the address of this user, or is about to be: the account is being created in another process, or both
 * sides of a change have confirmed.
 */
async function usesAddress(people: People, userId: string, address: string, takenAtMs: number): Promise<boolean> {
  const { state } = await people.openUser(userId);
  if (state.status === 'none') return people.ports.clock.now() < takenAtMs + accountFollowsWithinMs;
  if (state.addressHash === addressHash(people.ports.hash, address)) return true;
  const { emailChange } = state;
  if (emailChange === null || !isFullyConfirmed(emailChange)) return false;
  const isOver = people.ports.clock.now() >= Date.parse(emailChange.expiresAt) + expiredForMs;
  return !isOver && isSameAddress(people, reveal(emailChange.email), address);
}

function isSameAddress({ ports }: People, one: string | undefined, other: string): boolean {
  return one !== undefined && addressHash(ports.hash, one) === addressHash(ports.hash, other);
}

/** What the address is held for now. */
export async function holdingOf(people: People, address: string): Promise<string | null> {
  return (await loadAddress(people, address)).state.heldFor;
}

/** Where it is still held for this: what was taken since, for a later change, stays. */
export async function freeAddress(
  people: People,
  provenance: Provenance,
  address: string,
  { userId, heldFor }: { readonly userId: string; readonly heldFor: string | null },
): Promise<void> {
  const command = { type: 'FreeAddress', userId, heldFor } as const;
  await handle(people.ports, userAddress, addressStream(people, address), command, provenance);
}

/** What can still be read of a person; undefined: there is none, or it was erased. */
export async function profileOf(people: People, userId: string): Promise<Profile | undefined> {
  const { state } = await people.openUser(userId);
  return state.status === 'none' ? undefined : reveal(state.profile);
}

function loadAddress(people: People, address: string): Promise<Loaded<UserAddressState, UserAddressEvent>> {
  return load(people.ports, userAddress, addressStream(people, address));
}

const addressStream = ({ ports }: People, address: string) =>
  streamName('useraddress', addressHash(ports.hash, address));
