import { foundKey } from '../ports/found-key.js';
import { command, query } from '../access/use-case.js';
import type { UserEvent } from '../../domain/user/events.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { asksForCode } from '../../domain/user/credentials.js';
import { type ChosenWays, endsFactor, removalOf } from '../../domain/user/removal.js';
import { isFirstProof, isResetOpen, type ExistingUser, type UserState } from '../../domain/user/user.js';
import { networkKeys } from '../ports/sign-in-patience.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { Loaded, Provenance } from '../shared/handle.js';
import { userIdOf } from './accounts.js';
import { type AccountServices, orUnavailable, type PeopleServices } from './people-services.js';
import { type GuessablePassword, weaknessOf } from './chosen-password.js';
import { identitiesOf, type IdentityView } from './identities.js';
import { freeEndedIdentities } from './linked-identity.js';
import { readLink } from './links.js';
import { openSessionsOf } from './own-sessions.js';
import { passkeysOf, type PasskeyView } from './passkeys.js';
import { type People, provenanceOf, type ShownFactors } from './people.js';
import { codeKeys, type FactorRefused, type FactorServices, type GivenFactor, showFactor } from './second-factor.js';
import { makeResetToken } from './reset-token.js';
import type { Visitor } from './sessions.js';
import { tooManyTries, type TooManyTries } from './too-many-tries.js';

/** POST /dashboard-api/password-reset. `network`: what the client's address belongs to. */
export interface RequestReset {
  readonly visitor: Visitor;
  readonly network: string;
  readonly email: string;
  readonly linkTo: (token: string) => string;
}

export const RequestReset = command({
  name: 'RequestReset',
  need: 'anyone',
  /** The work comes after the answer, which is the same at the same time for everybody. */
  run: async (services: AccountServices, command: RequestReset): Promise<{ readonly asked: true } | TooManyTries> => {
    const { people, patience, onFailure } = services;
    const { hash } = people.ports;
    const keys = [foundKey('reset', addressHash(hash, command.email)), ...networkKeys(command.network, 'reset ')];
    const tooMany = await tooManyTries(patience, keys);
    if (tooMany !== undefined) return tooMany;
    setImmediate(() => void sendReset(services, command).catch(onFailure));
    return { asked: true };
  },
});

async function sendReset({ people, notify, dailyLimits }: AccountServices, { visitor, email, linkTo }: RequestReset) {
  const userId = await userIdOf(people, email);
  if (userId === undefined || (await people.user(userId)).status !== 'active') return;
  if ((await dailyLimits?.reset(addressHash(people.ports.hash, email))) === false) return;
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  const made = await makeResetToken(people, userId, by, 'mailbox');
  if (made === undefined) return;
  const subject = 'A new password';
  const text = `Somebody asked for a new password for your account on this Posthorn server.\n\nTo choose one, open within one hour:\n\n${linkTo(made.token)}\n\nThe page also says what else opens your account, and can end it.\n\nIf it was not you, do nothing: the password stays as it is.\n`;
  await notify({ to: email, subject, text, eventId: made.eventId });
}

/** POST /dashboard-api/password-reset/look: what else opens the account of the link. Changes nothing. */
export interface LookAtReset {
  readonly token: string;
}

export interface ResetView {
  /**
   * The address is proven by it for the first time: then everything from before ends, and nothing is left to choose.
   */
  readonly endsEverything: boolean;
  readonly sessions: number;
  readonly passkeys: readonly PasskeyView[];
  readonly app: boolean;
  readonly recoveryCodes: number;
  readonly identities: readonly IdentityView[];
  /** What can be shown so that a factor ends. */
  readonly factors: ShownFactors;
}

export const LookAtReset = query({
  name: 'LookAtReset',
  need: 'anyone',
  run: async (
    { people, identityProviders }: Pick<PeopleServices, 'people' | 'identityProviders'>,
    { token }: LookAtReset,
  ): Promise<ResetView | { readonly refused: 'link-invalid' }> => {
    const opened = await openReset(people, token);
    if (opened === undefined) return { refused: 'link-invalid' };
    const { user } = opened;
    const { credentials } = user;
    return {
      endsEverything: isFirstProof(user),
      sessions: (await openSessionsOf(people, user.userId)).length,
      passkeys: passkeysOf(user),
      app: asksForCode(credentials),
      recoveryCodes: credentials.recoveryCodes.length,
      identities: identitiesOf(identityProviders, credentials),
      factors: people.shownFactorsOf(user),
    };
  },
});

/** POST /dashboard-api/password-reset/confirm */
export interface ConfirmReset {
  readonly visitor: Visitor;
  readonly network: string;
  readonly token: string;
  readonly password: string;
  /** What else is to end; sessions do in any case. */
  readonly ends: ChosenWays;
  /** Where a factor is among them: one of the account's. */
  readonly given: GivenFactor;
}
type ConfirmResetResult =
  | { readonly id: string }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'factor-required' }
  | FactorRefused
  | GuessablePassword
  | Unavailable;

type ConfirmServices = AccountServices & FactorServices;

export const ConfirmReset = command({
  name: 'ConfirmReset',
  need: 'anyone',
  run: (services: ConfirmServices, command: ConfirmReset): Promise<ConfirmResetResult> =>
    orUnavailable(() => confirmReset(services, command)),
});

/** Starts no session: a person who has read the mail must still sign in, with the second factor where there is one. */
async function confirmReset(services: ConfirmServices, command: ConfirmReset): Promise<ConfirmResetResult> {
  const { people, passwords, patience } = services;
  const { visitor, token, password, ends } = command;
  // Before the password is hashed: guesses must cost nothing.
  const opened = await openReset(people, token);
  if (opened === undefined) return { refused: 'link-invalid' };
  const { user, tokenHash } = opened;
  const { userId } = user;
  const weakness = weaknessOf(passwords, password, Object.values(reveal(user.profile) ?? {}));
  if (weakness !== undefined) return weakness;
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  // A mailbox is not enough for what a password is not enough for.
  const needsFactor = endsAFactor(user, ends);
  if (needsFactor) {
    const refused = await showOne(services, opened, by, command);
    if (refused !== undefined) return refused;
  }
  const seal = <Value>(value: Value) => plain(user.profile.kid, value);
  const handled = await people.writeUser(by, userId, {
    type: 'ResetPassword',
    password: seal(await passwords.hash(password)),
    tokenHash,
    nowMs: people.ports.clock.now(),
    client: seal(visitor.client),
    ends,
    factorShown: needsFactor,
  });
  if ('refused' in handled) {
    if (handled.refused === 'factor-required') return { refused: 'factor-required' };
    return handled.refused === 'unavailable' ? unavailable : { refused: 'link-invalid' };
  }
  await freeEndedIdentities(people, by, user, handled.loaded.state);
  // The owner is not kept waiting for what others have tried.
  await patience.succeeded([foundKey('account', user.addressHash), foundKey('owner', userId)]);
  return { id: userId };
}

function endsAFactor(user: ExistingUser, ends: ChosenWays): boolean {
  const removed = isFirstProof(user) ? undefined : removalOf(user.credentials, ends, 'reset');
  return removed !== undefined && endsFactor(removed);
}

/**
 * Counted as at a sign-in.
 * @returns undefined when it was right.
 */
async function showOne(
  services: ConfirmServices,
  { user, loaded }: OpenReset,
  by: Provenance,
  { visitor, network, given }: ConfirmReset,
) {
  const isNone = Object.values(given).every((each) => each === undefined);
  if (isNone) return { refused: 'factor-required' } as const;
  const keys = codeKeys(services.people, visitor, user, network);
  return showFactor(services, { user, loaded, by, keys }, given);
}

interface OpenReset {
  readonly user: ExistingUser;
  readonly loaded: Loaded<UserState, UserEvent>;
  readonly tokenHash: string;
}

/** @returns undefined when the link sets no password now. */
async function openReset(people: People, token: string): Promise<OpenReset | undefined> {
  const link = readLink(people, token);
  if (link === undefined) return undefined;
  const loaded = await people.openUser(link.userId);
  const { state: user } = loaded;
  const { tokenHash } = link;
  const isOpen = user.status === 'active' && isResetOpen(user, tokenHash, people.ports.clock.now());
  return isOpen ? { user, loaded, tokenHash } : undefined;
}
