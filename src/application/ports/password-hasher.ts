/** Too many are waiting: try again in a moment. */
export class PasswordHasherBusy extends Error {
  readonly code = 'password-hasher-busy';
}

/**
 * Slow on purpose. Both reject with `PasswordHasherBusy` rather than let a queue grow. `stranger` is the wide network
 * of an unknown browser; absent when it is known by a session, a link or an earlier sign-in. Known ones wait for no
 * stranger.
 */
export interface PasswordHasher {
  /** Text that holds its own salt and costs (PHC). */
  hash(password: string): Promise<string>;
  /**
   * `hash` undefined: takes as long as with one, and answers false, so that the time of an answer does not show who has
   * a password.
   */
  verify(password: string, hash: string | undefined, stranger?: string): Promise<boolean>;
  /** Whether it is among those that are tried first. Without it none is. */
  isCommon?(password: string): boolean;
  /** Whether a stranger from there would be refused right now. Without it there is always room. */
  isFull?(stranger: string): boolean;
}
