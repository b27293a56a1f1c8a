import { command, query } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { ExistingUser } from '../../domain/user/user.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type PersonContext, orUnavailable, type PeopleServices, provenance } from './people-services.js';
import { type Entered, enter } from './enter.js';
import { hostIn, showPasskey, storedOf } from './passkey-proof.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import { takeCredential } from './linked-identity.js';
import { openStep, sealStep } from './steps.js';

/** A question for a browser's authenticator; `step`: for the request that brings the answer. */
export interface AskedPasskey {
  readonly options: Readonly<Record<string, unknown>>;
  readonly step: string;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly lastUsedAt: string | null;
  /** The host name that it belongs to; null: not known. */
  readonly host: string | null;
}

/** GET /dashboard-api/profile/passkeys */
export interface ListPasskeys {
  readonly userId: string;
}

export const ListPasskeys = query({
  name: 'ListPasskeys',
  need: 'enrolling',
  run: async (services: Pick<PeopleServices, 'people'>, { userId }: ListPasskeys): Promise<readonly PasskeyView[]> => {
    const { state } = await services.people.openUser(userId);
    return state.status === 'none' ? [] : passkeysOf(state);
  },
});

/** The passkeys of a user whose personal values were decrypted. */
export function passkeysOf({ credentials }: ExistingUser): readonly PasskeyView[] {
  return [...credentials.passkeys].map(([id, { passkey, addedAt, lastUsedAt, host }]) => {
    return { id, name: reveal(passkey)?.name ?? '', addedAt, lastUsedAt, host };
  });
}

/** POST /dashboard-api/profile/passkeys/options */
export interface AskToAddPasskey {
  readonly by: PersonContext;
}
/** Browsers make none for this server's address. */
export interface NoPasskeys {
  readonly refused: 'no-passkeys-here';
}

export const AskToAddPasskey = command({
  name: 'AskToAddPasskey',
  need: 'enrolling',
  proof: 'recent',
  run: async (services: PeopleServices, { by }: AskToAddPasskey): Promise<AskedPasskey | NoPasskeys | Unavailable> => {
    const { people, passkeys } = services;
    if (!passkeys.isAvailable) return { refused: 'no-passkeys-here' };
    const { userId } = by;
    const { state: user } = await people.openUser(userId);
    const profile = user.status === 'active' ? reveal(user.profile) : undefined;
    if (user.status !== 'active' || profile === undefined) return unavailable;
    const existing = storedOf(user).map(({ stored }) => ({ id: stored.credentialId, transports: stored.transports }));
    const owner = { userId, account: profile.email, name: profile.name, existing };
    const { options, challenge } = await passkeys.askToRegister(owner);
    return { options, step: sealStep(people, 'passkey', { challenge, userId }) };
  },
});

/** POST /dashboard-api/profile/passkeys */
export interface AddPasskey {
  readonly by: PersonContext;
  readonly visitor: Visitor;
  readonly step: string | null;
  readonly name: string;
  readonly response: unknown;
}
/** `session`: where this one was begun without a second factor; the passkey is one. */
type AddPasskeyResult =
  | { readonly id: string; readonly session?: OpenedSession }
  | { readonly refused: 'passkey-refused' }
  | { readonly refused: 'too-many-passkeys' }
  | Unavailable;

export const AddPasskey = command({
  name: 'AddPasskey',
  need: 'enrolling',
  proof: 'recent',
  run: async (
    services: PeopleServices,
    { by, visitor, step, name, response }: AddPasskey,
  ): Promise<AddPasskeyResult> => {
    const { people, passkeys } = services;
    const asked = openStep(people, 'passkey', step);
    if (asked?.userId !== by.userId) return { refused: 'passkey-refused' };
    const made = await passkeys.register(asked.challenge, response);
    if ('refused' in made) return { refused: 'passkey-refused' };
    const loaded = await people.openUser(by.userId);
    if (loaded.state.status !== 'active') return unavailable;
    const { id: credentialId, publicKey, transports, counter } = made.passkey;
    const isThere = storedOf(loaded.state).some(({ stored }) => stored.credentialId === credentialId);
    if (isThere) return { refused: 'passkey-refused' };
    // WebAuthn §7.1 step 26: a credential that another account has is not this person's.
    if (!(await takeCredential(people, provenance(by), by.userId, credentialId))) return { refused: 'passkey-refused' };
    const passkeyId = people.ports.ids.next();
    const passkey = plain(loaded.state.profile.kid, { name, credentialId, publicKey, transports });
    const command = { type: 'AddPasskey', passkeyId, passkey, counter, ...hostIn(passkeys) } as const;
    const handled = await people.writeUser(provenance(by), by.userId, command, loaded);
    if ('refused' in handled) {
      return handled.refused === 'too-many-passkeys' ? { refused: 'too-many-passkeys' } : unavailable;
    }
    const { state: user } = handled.loaded;
    if (user.status === 'none') return unavailable;
    const current = await people.session(by.sessionId);
    const isSecond = made.userVerified && current.status === 'open' && !current.session.secondFactor;
    if (!isSecond) return { id: passkeyId };
    const session = await startSession(people, {
      user,
      visitor,
      secondFactor: true,
      proof: 'passkey',
      teamId: by.teamId,
    });
    return session === undefined ? unavailable : { id: passkeyId, session };
  },
});

/** DELETE /dashboard-api/profile/passkeys/{id} */
export interface RemovePasskey {
  readonly by: PersonContext;
  readonly passkeyId: string;
}
type RemovePasskeyResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'last-way-in' }
  | Unavailable;

export const RemovePasskey = command({
  name: 'RemovePasskey',
  need: 'oneself',
  proof: 'recent',
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { by, passkeyId }: RemovePasskey,
  ): Promise<RemovePasskeyResult> => {
    const command = { type: 'RemovePasskey', passkeyId } as const;
    const handled = await services.people.writeUser(provenance(by), by.userId, command);
    if (!('refused' in handled)) return { id: passkeyId };
    if (handled.refused === 'last-way-in') return { refused: 'last-way-in' };
    return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  },
});

/** POST /dashboard-api/sign-in/passkey-options */
export const AskForPasskey = command({
  name: 'AskForPasskey',
  need: 'anyone',
  run: async (services: PeopleServices): Promise<AskedPasskey | NoPasskeys> => {
    const { people, passkeys } = services;
    if (!passkeys.isAvailable) return { refused: 'no-passkeys-here' };
    const { options, challenge } = await passkeys.askToSignIn();
    return { options, step: sealStep(people, 'passkey', { challenge, userId: null }) };
  },
});

/** POST /dashboard-api/sign-in/passkey */
export interface PasskeySignIn {
  readonly visitor: Visitor;
  readonly step: string | null;
  readonly response: unknown;
}
type PasskeySignInResult = Entered | { readonly refused: 'passkey-refused' };

export const PasskeySignIn = command({
  name: 'PasskeySignIn',
  need: 'anyone',
  run: (services: PeopleServices, command: PasskeySignIn): Promise<PasskeySignInResult> =>
    orUnavailable(() => signInByPasskey(services, command)),
});

async function signInByPasskey(
  services: PeopleServices,
  { visitor, step, response }: PasskeySignIn,
): Promise<PasskeySignInResult> {
  const shown = await showPasskey(services, { step, response }, visitor.correlationId);
  if ('refused' in shown) return shown;
  return enter(services, { user: shown.user, visitor, way: 'passkey', isTwoFactors: shown.userVerified });
}
