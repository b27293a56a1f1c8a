import { isPattern, isPersonal } from '../../domain/user/guessable-password.js';
import type { PasswordHasher } from '../ports/password-hasher.js';

export interface GuessablePassword {
  readonly refused: 'password-common' | 'password-personal';
}

/** Why a password that is being chosen is refused; undefined when it is not. `known`: the person's address and name. */
export function weaknessOf(
  passwords: Pick<PasswordHasher, 'isCommon'>,
  password: string,
  known: readonly string[],
): GuessablePassword | undefined {
  if (isPersonal(password, known)) return { refused: 'password-personal' };
  return isPattern(password) || passwords.isCommon?.(password) === true ? { refused: 'password-common' } : undefined;
}
