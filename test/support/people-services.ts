import type { PeopleServices } from '../../src/application/people/people-services.js';
import { People } from '../../src/application/people/people.js';
import { openKeyedHash } from '../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../src/infrastructure/crypto/tokens.js';
import { createOneTimeCodes, createRecoveryCodes } from '../../src/infrastructure/people/codes.js';
import { createInProcessSignInPatience } from '../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { ownWrites, type World } from './world.js';

export const userId = '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99';
export const visitor = {
  client: { address: '192.0.2.1', userAgent: null },
  correlationId: 'r',
  sessionToken: null,
  deviceToken: null,
};
/** The session of {@link userId}. */
export const signedIn = {
  sessionId: 's',
  userId,
  teamId: null,
  role: null,
  secondFactor: 'done',
  expiresAt: '',
  correlationId: 'r',
} as const;

const never = () => Promise.reject(new Error('not asked here'));

/**
 * What use cases about people stand on in one process over the world's log and vault: lists are empty, a password is
 * its own hash, and mail goes nowhere. `host`: the host name that passkeys belong to here; absent: there are none.
 */
export async function peopleServicesOf(
  world: World,
  { host }: { readonly host?: string } = {},
): Promise<PeopleServices> {
  const hash = await openKeyedHash(world.keys);
  const passwords = { hash: async (text: string) => text, verify: async () => true };
  const people = new People({
    ...world.process(),
    hash,
    keys: world.keys,
    readStore: {
      checkpoint: never,
      get: never,
      getMany: never,
      list: async () => ({ documents: [], hasMore: false }),
      count: never,
      tokens: never,
    },
    ownWrites,
    passwords,
    ...(host === undefined ? {} : { passkeys: { isAvailable: true, host } }),
    newSecretToken,
  });
  return {
    people,
    passwords,
    patience: createInProcessSignInPatience(() => world.clock.now()),
    notify: async () => true,
    onFailure: () => undefined,
    oneTimeCodes: createOneTimeCodes(world.clock),
    recoveryCodes: createRecoveryCodes(hash),
    passkeys: {
      isAvailable: host !== undefined,
      host: host ?? null,
      askToRegister: never,
      register: never,
      askToSignIn: never,
      claimOf: () => undefined,
      signIn: never,
    },
    identityProviders: { list: [{ id: 'github', name: 'GitHub' }], begin: never, finish: never },
    domains: { state: async () => undefined, verified: async () => undefined },
  };
}
