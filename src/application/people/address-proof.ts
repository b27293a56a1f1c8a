import { command } from '../access/use-case.js';
import type { UserEvent } from '../../domain/user/events.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { Role } from '../../domain/team/events.js';
import type { ExistingUser, UserState } from '../../domain/user/user.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { Loaded, Provenance } from '../shared/handle.js';
import { type AccountServices, type PersonContext, orUnavailable, provenance } from './people-services.js';
import type { TooManyToday } from './daily-limits.js';
import { freeEndedIdentities } from './linked-identity.js';
import { makeResetToken } from './reset-token.js';
import type { People } from './people.js';
import type { Visitor } from './sessions.js';

/**
 * POST /dashboard-api/profile/address-proof: a link goes to the address. Who follows it sets a password, and everything
 * from before ends.
 */
export interface RequestAddressProof {
  readonly by: PersonContext;
  readonly linkTo: (token: string) => string;
}
type RequestAddressProofResult =
  | { readonly id: string }
  | { readonly refused: 'mail-not-sent' }
  | TooManyToday
  | Unavailable;

export const RequestAddressProof = command({
  name: 'RequestAddressProof',
  need: 'oneself',
  proof: 'none',
  run: (services: AccountServices, command: RequestAddressProof): Promise<RequestAddressProofResult> =>
    orUnavailable(() => requestAddressProof(services, command)),
});

/** Quiet where the address is proven already. */
async function requestAddressProof(
  { people, notify, dailyLimits }: AccountServices,
  { by, linkTo }: RequestAddressProof,
): Promise<RequestAddressProofResult> {
  const { userId: id } = by;
  const { state: user } = await people.openUser(id);
  const to = user.status === 'active' ? reveal(user.profile)?.email : undefined;
  if (user.status !== 'active' || to === undefined) return unavailable;
  if (user.addressProven) return { id };
  const tooMany = await dailyLimits?.addressChange(id, user.addressHash);
  if (tooMany !== undefined) return tooMany;
  const made = await makeResetToken(people, id, provenance(by), 'mailbox');
  if (made === undefined) return unavailable;
  const subject = 'Confirm your address';
  const text = `An account on this Posthorn server was made with your address, by a link that did not come by email.\n\nTo confirm that the address is yours, open within one hour, and choose a password:\n\n${linkTo(made.token)}\n\nWith that, the password, second factor, passkeys, providers and sessions from before end.\n\nIf you know nothing of such an account, do nothing.\n`;
  return (await notify({ to, subject, text, eventId: made.eventId })) ? { id } : { refused: 'mail-not-sent' };
}

/**
 * The first proof. `passwordHash`: of the password that the prover chooses; null: the provider is the way in. Answers
 * the account as it then is; `already-proven`: somebody else was first.
 */
export async function proveAddress(
  people: People,
  by: Provenance,
  loaded: Loaded<UserState, UserEvent>,
  proof: { readonly by: 'mail' | 'provider'; readonly passwordHash: string | null; readonly visitor: Visitor },
): Promise<ExistingUser | 'already-proven' | 'unavailable'> {
  const { state: user } = loaded;
  if (user.status !== 'active') return 'unavailable';
  const { userId, profile } = user;
  const seal = <Value>(value: Value) => plain(profile.kid, value);
  const password = proof.passwordHash === null ? null : seal(proof.passwordHash);
  const command = { type: 'ProveAddress', by: proof.by, password, client: seal(proof.visitor.client) } as const;
  const handled = await people.writeUser(by, userId, command, loaded);
  if ('refused' in handled) return handled.refused === 'already-proven' ? 'already-proven' : 'unavailable';
  const { state } = handled.loaded;
  await freeEndedIdentities(people, by, user, state);
  return state.status === 'active' ? state : 'unavailable';
}

/** Whether a provider vouches for the very address of the account. */
export function vouchesFor({ ports }: People, { email }: { readonly email: string }, user: ExistingUser): boolean {
  return addressHash(ports.hash, email) === user.addressHash;
}

/** What a person whose address is not proven can be in a team. */
export function roleWithoutProof(role: Role): Role {
  return role === 'admin' ? 'member' : role;
}

/** Whether the address of an existing person is proven. */
export async function isAddressProven(people: People, userId: string): Promise<boolean> {
  const known = await people.user(userId);
  if (known.status !== 'none' && known.addressProven) return true;
  // It may have been proven in another process a moment ago; what is proven stays so.
  const { state } = await people.openUser(userId);
  return state.status !== 'none' && state.addressProven;
}
