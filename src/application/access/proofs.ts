import type { MissingProof } from '../ports/caller-scope.js';

/**
 * What a person has to have proven in the last ten minutes. `recent`: who they are, again. `recent-or-password`: the
 * request has the current password with it, which does where the account has no factor.
 */
export type Proof<Input> = 'none' | 'recent' | 'recent-or-password' | ((input: Input) => 'none' | 'recent');

/** The person must first prove again who they are: with what is missing. */
export class ReauthenticationRequired extends Error {
  readonly code = 'reauthentication-required';

  constructor(readonly missing: Exclude<MissingProof, 'none'>) {
    super(`this needs a proof of who asks: ${missing}`);
  }
}
