import type { Principal } from '../shared/context.js';

/** Who holds this token? Undefined: nobody (any more). Folds `apikey-<id>`, cached and kept current. */
export interface Authenticator {
  authenticate(token: string): Promise<Principal | undefined>;
}
