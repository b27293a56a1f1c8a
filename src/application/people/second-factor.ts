import { foundKey } from '../ports/found-key.js';
import type { LimitKey } from '../ports/limit-key.js';
import { command, query } from '../access/use-case.js';
import type { UserEvent } from '../../domain/user/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { ProofKind } from '../../domain/session/events.js';
import type { ExistingUser, UserState } from '../../domain/user/user.js';
import { networkKeys } from '../ports/sign-in-patience.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { Loaded, Provenance } from '../shared/handle.js';
import { orUnavailable, type PeopleServices } from './people-services.js';
import { type PasskeyAnswer, showPasskey } from './passkey-proof.js';
import { type People, provenanceOf, type ShownFactors } from './people.js';
import { isKnownDevice, type OpenedSession, startSession, type Visitor } from './sessions.js';
import { openStep } from './steps.js';
import { tooManyTries, type TooManyTries } from './too-many-tries.js';

/** A code of the authenticator app, or one of those on paper. */
export interface GivenCode {
  readonly code: string | undefined;
  readonly recoveryCode: string | undefined;
}

/** GET /dashboard-api/sign-in/second-factor: what the sign-in that was begun can be finished with. */
export interface GetSecondFactor {
  readonly step: string | null;
}

export const GetSecondFactor = query({
  name: 'GetSecondFactor',
  need: 'anyone',
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { step }: GetSecondFactor,
  ): Promise<ShownFactors | { readonly refused: 'sign-in-expired' }> => {
    const { people } = services;
    const begun = openStep(people, 'code', step);
    const user = begun === undefined ? undefined : await people.user(begun.userId);
    return user?.status === 'active' && user.epoch === begun?.epoch
      ? people.shownFactorsOf(user)
      : { refused: 'sign-in-expired' };
  },
});

/** One of the three. */
export interface GivenFactor extends GivenCode {
  readonly passkey?: PasskeyAnswer | undefined;
}

/** POST /dashboard-api/sign-in/second-factor. `step`: what the first part of the sign-in answered. */
export interface FinishSignIn {
  readonly visitor: Visitor;
  readonly network: string;
  readonly step: string | null;
  readonly given: GivenFactor;
}
export type FinishSignInResult =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  | { readonly refused: 'sign-in-expired' }
  | FactorRefused;

export type FactorRefused =
  | { readonly refused: 'wrong-code' }
  | { readonly refused: 'passkey-refused' }
  | TooManyTries
  | Unavailable;

/** What the factors of an account are compared with. */
export type FactorServices = Pick<
  PeopleServices,
  'people' | 'patience' | 'oneTimeCodes' | 'recoveryCodes' | 'passkeys'
>;

export const FinishSignIn = command({
  name: 'FinishSignIn',
  need: 'anyone',
  run: (services: PeopleServices, command: FinishSignIn): Promise<FinishSignInResult> =>
    orUnavailable(() => finishSignIn(services, command)),
});

export async function finishSignIn(
  services: PeopleServices,
  { visitor, network, step, given }: FinishSignIn,
): Promise<FinishSignInResult> {
  const { people } = services;
  const begun = openStep(people, 'code', step);
  if (begun === undefined) return { refused: 'sign-in-expired' };
  const { userId } = begun;
  const loaded = await people.openUser(userId);
  const { state: user } = loaded;
  // A password that was changed in the meantime starts over.
  if (user.status !== 'active' || user.epoch !== begun.epoch) return { refused: 'sign-in-expired' };
  const by = provenanceOf({ teamId: null, userId, correlationId: visitor.correlationId });
  const keys = codeKeys(people, visitor, user, network);
  const shown = await showFactor(services, { user, loaded, by, keys }, given);
  if (shown !== undefined) return shown;
  const session = await startSession(people, { user, visitor, secondFactor: true, proof: proofIn(given) });
  return session === undefined ? unavailable : { state: 'signed_in', session };
}

/**
 * Under which wrong ones are counted: the owner waits neither for the guesses of others nor for those from the same
 * network.
 */
export function codeKeys(people: People, visitor: Visitor, user: ExistingUser, network: string): readonly LimitKey[] {
  const { userId } = user;
  return isKnownDevice(people, visitor, user)
    ? [foundKey('code', userId, 'known')]
    : [foundKey('code', userId), ...networkKeys(network, 'code ')];
}

/** What was shown, where it was right. */
export function proofIn({ code, passkey }: GivenFactor): ProofKind {
  if (passkey !== undefined) return 'passkey';
  return code === undefined ? 'recovery-code' : 'code';
}

export interface CodeOccasion {
  readonly user: ExistingUser;
  readonly loaded: Loaded<UserState, UserEvent>;
  readonly by: Provenance;
  /** Under which wrong ones are counted. */
  readonly keys: readonly LimitKey[];
}

/** @returns undefined when it was right; it is used up from now on, in every process. */
export async function showFactor(
  services: FactorServices,
  occasion: CodeOccasion,
  { passkey, ...given }: GivenFactor,
): Promise<FactorRefused | undefined> {
  if (passkey === undefined) return showCode(services, occasion, given);
  const { user, by } = occasion;
  const shown = await showPasskey(services, passkey, by.context.correlationId, user.userId);
  return 'refused' in shown ? shown : undefined;
}

/**
 * Checks a code and uses it up, in every process.
 * @returns undefined when it was right.
 */
export async function showCode(
  services: FactorServices,
  { user, loaded, by, keys }: CodeOccasion,
  { code, recoveryCode }: GivenCode,
): Promise<{ readonly refused: 'wrong-code' } | TooManyTries | Unavailable | undefined> {
  const { people, patience, oneTimeCodes, recoveryCodes } = services;
  const tooMany = await tooManyTries(patience, keys);
  if (tooMany !== undefined) return tooMany;
  const command = () => {
    if (code === undefined) {
      return { type: 'UseRecoveryCode', hash: recoveryCodes.hashOf(user.userId, recoveryCode ?? '') } as const;
    }
    const { totp } = user.credentials;
    const secret = totp?.lastStep == null ? undefined : reveal(totp.secret);
    if (totp?.lastStep == null || secret === undefined) return undefined;
    const step = oneTimeCodes.check(secret, code, totp.lastStep);
    return step === undefined ? undefined : ({ type: 'UseTotpStep', enrolmentId: totp.enrolmentId, step } as const);
  };
  const used = command();
  if (used === undefined) return { refused: 'wrong-code' };
  const handled = await people.writeUser(by, user.userId, used, loaded);
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: 'wrong-code' };
  await patience.succeeded(keys);
  return undefined;
}
