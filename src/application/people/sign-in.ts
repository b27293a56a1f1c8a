import { foundKey, keyWithin } from '../ports/found-key.js';
import { command, query } from '../access/use-case.js';
import { installation } from '../../domain/installation/installation.js';
import { reveal } from '../../domain/shared/personal.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import type { IdentityProviders } from '../ports/identity-providers.js';
import { networkKeys, wideNetworkOf } from '../ports/sign-in-patience.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { load } from '../shared/handle.js';
import { userIdOf } from './accounts.js';
import { orUnavailable, type PeopleServices } from './people-services.js';
import { type Entered, enter } from './enter.js';
import { isKnownDevice, type Visitor } from './sessions.js';
import { tooManyTries, type TooManyTries } from './too-many-tries.js';

/** POST /dashboard-api/sign-in. `network`: what the client's address belongs to. */
export interface SignIn {
  readonly visitor: Visitor;
  readonly network: string;
  readonly email: string;
  readonly password: string;
}

type SignInResult = Entered | { readonly refused: 'wrong-credentials' } | TooManyTries | Unavailable;

export const SignIn = command({
  name: 'SignIn',
  need: 'anyone',
  run: (services: PeopleServices, command: SignIn): Promise<SignInResult> =>
    orUnavailable(() => signIn(services, command)),
});

/**
 * One refusal for everything that is wrong, after the same work: a password is compared also where there is no such
 * account. A person who has signed in from this browser before waits neither for the failures of others nor for their
 * place in the line.
 */
async function signIn(services: PeopleServices, command: SignIn): Promise<SignInResult> {
  const { people, patience, passwords } = services;
  const { visitor, network, email, password } = command;
  const { hash } = people.ports;
  const stranger = wideNetworkOf(network);
  const hasRoom = (): boolean => passwords.isFull?.(stranger) !== true;
  // A flood is answered before anything is read, counted or kept for it.
  if (visitor.deviceToken === null && !hasRoom()) return unavailable;
  const userId = await userIdOf(people, email);
  const isKnown =
    visitor.deviceToken !== null && userId !== undefined && isKnownDevice(people, visitor, await people.user(userId));
  const account = foundKey('account', addressHash(hash, email));
  if (!isKnown && !hasRoom()) return unavailable;
  const keys = isKnown ? [keyWithin(account, 'known')] : [account, ...networkKeys(network)];
  const tooMany = await tooManyTries(patience, keys);
  if (tooMany !== undefined) return tooMany;
  const state = userId === undefined ? undefined : (await people.openUser(userId)).state;
  const user = state?.status === 'active' ? state : undefined;
  const kept = user === undefined || user.password === null ? undefined : reveal(user.password);
  const isRight = await passwords.verify(password, kept, isKnown ? undefined : stranger);
  if (!isRight || user === undefined) return { refused: 'wrong-credentials' };
  await patience.succeeded(keys);
  return enter(services, { user, visitor, way: 'password', isTwoFactors: false });
}

export interface SignInOptions {
  readonly needsSetUp: boolean;
  readonly passkeys: boolean;
  readonly providers: IdentityProviders['list'];
}

/** GET /dashboard-api/sign-in-options */
export const GetSignInOptions = query({
  name: 'GetSignInOptions',
  need: 'anyone',
  start({ people, passkeys, identityProviders }: Pick<PeopleServices, 'people' | 'passkeys' | 'identityProviders'>) {
    /** It stays so: then the log is not read for every visitor. */
    let isSetUp = false;
    return {
      async run(): Promise<SignInOptions> {
        isSetUp ||= !(await needsSetUp(people));
        return { needsSetUp: !isSetUp, passkeys: passkeys.isAvailable, providers: identityProviders.list };
      },
    };
  },
});

async function needsSetUp({ ports }: PeopleServices['people']): Promise<boolean> {
  const { state } = await load(ports, installation, installationStream);
  return state.status === 'created' && state.setUpLinks !== null;
}
