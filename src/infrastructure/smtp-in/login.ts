import type { ApiKeys } from '../../application/api-key/api-keys.js';
import type { Principal } from '../../application/shared/context.js';
import type { AuthFailures } from '../security/auth-failures.js';
import type { NoteSecurityEvent } from '../security/security-events.js';
import type { Fault } from './replies.js';

/** Whose session it is. */
export interface Login {
  readonly principal: Principal;
  /** The same principal, unless its key was deleted or changed meanwhile. Rejects where that cannot be found out. */
  readonly current: () => Promise<Principal | undefined>;
}

export interface LoginDependencies {
  readonly authenticator: Pick<ApiKeys, 'authenticatorFor'>;
  /** In lower case. */
  readonly userNames: readonly string[];
  readonly failures: AuthFailures;
  readonly nowMs: () => number;
  readonly noteSecurityEvent?: NoteSecurityEvent;
}

export type LoginResult = Login | { readonly fault: Fault; readonly delayMs: number };

/** After so many of one session the next guess needs a new one. */
export const maxFailedLogins = 3;

/** Programs fill in the sender's address where they ask for none; the key is what counts. */
const addressLike = /^[^\s@]+@[^\s@]+$/;

/**
 * A fixed user name or any address, and an API key. A right key is answered at once, whatever others have tried from
 * the same address.
 */
export async function logIn(
  { authenticator, userNames, failures, nowMs, noteSecurityEvent }: LoginDependencies,
  { userName, password, address }: { readonly userName: string; readonly password: string; readonly address: string },
): Promise<LoginResult> {
  const current = authenticator.authenticatorFor(password);
  let principal: Principal | undefined;
  try {
    const isKnown = userNames.includes(userName.toLowerCase()) || addressLike.test(userName);
    principal = isKnown ? await current() : undefined;
  } catch {
    return { fault: 'login-unavailable', delayMs: 0 };
  }
  // A key that may only read is as none: there is nothing else to do here.
  if (principal !== undefined && principal.permission !== 'read_only') return { principal, current };
  noteSecurityEvent?.('login-refused', { address, reason: 'login-failed' });
  return { fault: 'login-failed', delayMs: failures.note(address, nowMs()) };
}
