import type { ApiKeys } from '../../application/api-key/api-keys.js';
import type { Principal } from '../../application/shared/context.js';
import type { AuthFailures } from './auth-failures.js';
import type { Fault } from './replies.js';

/** Whose session it is. */
export interface Login {
  readonly principal: Principal;
  /** The same principal, unless its key was deleted or changed meanwhile. Rejects where that cannot be found out. */
  readonly current: () => Promise<Principal | undefined>;
}

export interface LoginDependencies {
  readonly authenticator: Pick<ApiKeys, 'asking'>;
  /** In lower case. */
  readonly userNames: readonly string[];
  readonly failures: AuthFailures;
  readonly nowMs: () => number;
}

export type LoginResult = Login | { readonly fault: Fault; readonly delayMs: number };

/** After so many of one session the next guess needs a new one. */
export const maxFailedLogins = 3;

/** A fixed user name and an API key. A right key is answered at once, whatever others have tried from the same address. */
export async function logIn(
  { authenticator, userNames, failures, nowMs }: LoginDependencies,
  { userName, password, address }: { readonly userName: string; readonly password: string; readonly address: string },
): Promise<LoginResult> {
  const current = authenticator.asking(password);
  let principal: Principal | undefined;
  try {
    principal = userNames.includes(userName.toLowerCase()) ? await current() : undefined;
  } catch {
    return { fault: 'login-unavailable', delayMs: 0 };
  }
  return principal === undefined
    ? { fault: 'login-failed', delayMs: failures.note(address, nowMs()) }
    : { principal, current };
}
