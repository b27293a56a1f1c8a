import { reveal } from '../../domain/shared/personal.js';
import type { ExistingUser } from '../../domain/user/user.js';
import type { Passkeys } from '../ports/passkeys.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { PeopleServices } from './people-services.js';
import { takeCredential } from './linked-identity.js';
import { provenanceOf } from './people.js';
import { openStep } from './steps.js';

/** What a browser's authenticator said; `step`: the question, as the browser kept it. */
export interface PasskeyAnswer {
  readonly step: string | null;
  readonly response: unknown;
}

export type ShownPasskey =
  | { readonly user: ExistingUser; readonly userVerified: boolean }
  | { readonly refused: 'passkey-refused' }
  | Unavailable;

const refused = { refused: 'passkey-refused' } as const;

/**
 * Whose passkey it is, once it is proven; `of`: only this user's is accepted. Each question is answered once, in one
 * process: that it was is a fact of the user.
 */
export async function showPasskey(
  { people, passkeys }: Pick<PeopleServices, 'people' | 'passkeys'>,
  { step, response }: PasskeyAnswer,
  correlationId: string,
  of?: string,
): Promise<ShownPasskey> {
  const asked = openStep(people, 'passkey', step);
  const claim = passkeys.claimOf(response);
  if (asked?.userId !== null || claim === undefined) return refused;
  const { userId } = claim;
  if (of !== undefined && userId !== of) return refused;
  const loaded = await people.openUser(userId);
  const { state: user } = loaded;
  if (user.status !== 'active') return refused;
  const found = storedOf(user).find(({ stored }) => stored.credentialId === claim.passkeyId);
  if (found === undefined) return refused;
  const { credentialId, publicKey, transports } = found.stored;
  const passkey = { id: credentialId, publicKey, transports, counter: found.counter };
  const proven = await passkeys.signIn(asked.challenge, response, passkey);
  if ('refused' in proven) return refused;
  const by = provenanceOf({ teamId: null, userId, correlationId });
  // One that was added before credentials were taken is its owner's from now on.
  await takeCredential(people, by, userId, credentialId);
  const challengeHash = people.hashOf('sign-in-step', asked.challenge);
  const used = { passkeyId: found.id, counter: proven.counter, challengeHash, ...hostIn(passkeys) };
  const command = { type: 'UsePasskey', ...used } as const;
  const handled = await people.writeUser(by, userId, command, loaded);
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : refused;
  return { user, userVerified: proven.userVerified };
}

/** Noted with a passkey, so that another host name can be distinguished once the server has one. */
export function hostIn({ host }: Pick<Passkeys, 'host'>): { readonly host?: string } {
  return host === null ? {} : { host };
}

/** Those that were not erased. */
export function storedOf(user: ExistingUser) {
  return [...user.credentials.passkeys].flatMap(([id, { passkey, counter }]) => {
    const stored = reveal(passkey);
    return stored === undefined ? [] : [{ id, counter, stored }];
  });
}
