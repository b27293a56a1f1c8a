import type { CallerRights, CallerScope } from '../ports/caller-scope.js';
import { AccessRefused, may } from './may.js';
import { type Proof, ReauthenticationRequired } from './proofs.js';
import type { Running, UseCase } from './use-case.js';

/**
 * Every use case is executed behind this. It throws {@link AccessRefused} where the caller of the current request has
 * no right to it, and {@link ReauthenticationRequired} where a person must first prove again who they are. Without a
 * request nothing is executed.
 */
export function guarded<Input, Result>(
  { name, need, proof }: Pick<UseCase<never, Input, Result>, 'name' | 'need' | 'proof'>,
  running: Running<Input, Result>,
  scope: CallerScope,
): Running<Input, Result> {
  return {
    async run(input) {
      const rights = scope.current();
      if (rights === undefined) throw new Error(`${name} was executed without a caller`);
      if (!may(rights, need)) throw new AccessRefused(need, rights);
      await requireProof(rights, typeof proof === 'function' ? proof(input) : proof);
      return running.run(input);
    },
    stop: () => running.stop?.(),
  };
}

/** Keys are not asked: they have no password and no factor. */
async function requireProof(
  rights: CallerRights,
  proof: Exclude<Proof<never>, (input: never) => unknown>,
): Promise<void> {
  if (proof === 'none' || rights.kind !== 'person') return;
  const missing = await rights.missingProof();
  const isBrought = proof === 'recent-or-password' && missing === 'password';
  if (missing !== 'none' && !isBrought) throw new ReauthenticationRequired(missing);
}
