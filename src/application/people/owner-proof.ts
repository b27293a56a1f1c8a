import { foundKey } from '../ports/found-key.js';
import { reveal } from '../../domain/shared/personal.js';
import { unavailable } from '../shared/context.js';
import type { AccountServices, PersonContext } from './people-services.js';
import { tooManyTries } from './too-many-tries.js';

/**
 * A person who is signed in types the password again. Wrong ones are counted, so that a stolen session guesses slowly.
 */
export async function proveOwner(
  { people, passwords, patience }: AccountServices,
  by: PersonContext,
  password: string | undefined,
) {
  const loaded = await people.openUser(by.userId);
  const { state: user } = loaded;
  const profile = user.status === 'active' ? reveal(user.profile) : undefined;
  if (user.status !== 'active' || profile === undefined) return unavailable;
  const proven = { loaded, user, email: profile.email };
  if (user.password === null) return proven;
  const keys = [foundKey('owner', by.userId)];
  const tooMany = await tooManyTries(patience, keys);
  if (tooMany !== undefined) return tooMany;
  if (password === undefined || !(await passwords.verify(password, reveal(user.password)))) {
    return { refused: 'wrong-password' } as const;
  }
  await patience.succeeded(keys);
  return proven;
}
