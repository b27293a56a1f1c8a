/** Too many are waiting: try again in a moment. */
export class PasswordHasherBusy extends Error {
  readonly code = 'password-hasher-busy';
}

/** Slow on purpose. Both reject with `PasswordHasherBusy` rather than let a queue grow. */
export interface PasswordHasher {
  /** Text that holds its own salt and costs (PHC). */
  hash(password: string): Promise<string>;
  /** `hash` undefined: takes as long as with one, and answers false, so that the time of an answer does not show who has a password. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}
