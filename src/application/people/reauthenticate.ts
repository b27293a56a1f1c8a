import { foundKey } from '../ports/found-key.js';
import { command } from '../access/use-case.js';
import type { ProofKind } from '../../domain/session/events.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type PersonContext, orUnavailable, type PeopleServices, provenance } from './people-services.js';
import { showPasskey } from './passkey-proof.js';
import { proveOwner } from './owner-proof.js';
import { type GivenFactor, proofIn, showCode } from './second-factor.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import type { TooManyTries } from './too-many-tries.js';

/** One of the four. */
interface GivenProof extends GivenFactor {
  readonly password: string | undefined;
}

/** POST /dashboard-api/session/reauthenticate: a person who is signed in shows again who they are. */
export interface Reauthenticate {
  readonly by: PersonContext;
  readonly visitor: Visitor;
  readonly given: GivenProof;
}
/** `session`: this one was begun without a second factor; from now on it has one, under a new token. */
type ReauthenticateResult = { readonly session?: OpenedSession } | ProofRefused;

type ProofRefused =
  | { readonly refused: 'factor-required' }
  | { readonly refused: 'wrong-password' }
  | { readonly refused: 'wrong-code' }
  | { readonly refused: 'passkey-refused' }
  | TooManyTries
  | Unavailable;

export const Reauthenticate = command({
  name: 'Reauthenticate',
  need: 'enrolling',
  proof: 'none',
  run: (services: PeopleServices, command: Reauthenticate): Promise<ReauthenticateResult> =>
    orUnavailable(() => reauthenticate(services, command)),
});

async function reauthenticate(
  services: PeopleServices,
  { by, visitor, given }: Reauthenticate,
): Promise<ReauthenticateResult> {
  const { people } = services;
  const refused = await prove(services, by, given);
  if (refused !== undefined) return refused;
  const proof: ProofKind = given.password === undefined ? proofIn(given) : 'password';
  const current = await people.session(by.sessionId);
  const { state: user } = await people.openUser(by.userId);
  if (current.status !== 'open' || user.status !== 'active') return unavailable;
  if (proof !== 'password' && !current.session.secondFactor) {
    const { teamId } = by;
    const session = await startSession(people, { user, visitor, secondFactor: true, proof, teamId });
    return session === undefined ? unavailable : { session };
  }
  const handled = await people.writeSession(provenance(by), by, { type: 'ReauthenticateSession', proof });
  return 'refused' in handled ? unavailable : {};
}

/**
 * A stolen session and the password are not enough where the account has a factor.
 * @returns undefined when it was right.
 */
async function prove(
  services: PeopleServices,
  by: PersonContext,
  given: GivenProof,
): Promise<ProofRefused | undefined> {
  const { people } = services;
  const { userId } = by;
  const loaded = await people.openUser(userId);
  const { state: user } = loaded;
  if (user.status !== 'active') return unavailable;
  const { password, passkey, ...code } = given;
  if (password !== undefined) {
    const { app, passkeys } = people.factorsOf(user);
    if (app || passkeys) return { refused: 'factor-required' };
    if (user.password === null) return { refused: 'wrong-password' };
    const proven = await proveOwner(services, by, password);
    return 'refused' in proven ? proven : undefined;
  }
  if (passkey === undefined)
    return showCode(services, { user, loaded, by: provenance(by), keys: [foundKey('owner code', userId)] }, code);
  const shown = await showPasskey(services, passkey, by.correlationId, userId);
  if ('refused' in shown) return shown;
  // One that was only touched is one factor: it counts beside another one.
  const current = await people.session(by.sessionId);
  const isBeside = current.status === 'open' && current.session.secondFactor;
  return shown.userVerified || isBeside ? undefined : { refused: 'passkey-refused' };
}
