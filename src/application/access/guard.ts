import type { CallerScope } from '../ports/caller-scope.js';
import { AccessRefused, may } from './may.js';
import { proofRules, ReauthenticationRequired } from './proofs.js';
import { needs } from './roles.js';

interface Handler {
  execute(useCase: object): unknown;
}

/**
 * Every command and query is executed behind this. It throws {@link AccessRefused} where the caller of the current request has no
 * right to it, and {@link ReauthenticationRequired} where a person must first show again who they are.
 * Without a request, and for what has no row in the table, nothing is executed.
 */
export function guarded<Guarded extends Handler>(handler: Guarded, scope: CallerScope): Guarded {
  const execute = handler.execute.bind(handler);
  // The same object: the buses find what it handles by its class.
  handler.execute = async (useCase: object) => {
    const need = needs.get(useCase.constructor);
    const rights = scope.current();
    if (need === undefined) throw new Error(`${useCase.constructor.name} has no row in the table of roles`);
    if (rights === undefined) throw new Error(`${useCase.constructor.name} was executed for nobody`);
    if (!may(rights, need)) throw new AccessRefused(need, rights);
    const rule = proofRules.get(useCase.constructor);
    if (rights.kind === 'person' && rule?.asks(useCase) === true) {
      const missing = await rights.missingProof();
      const isBrought = missing === 'password' && rule.bringsPassword;
      if (missing !== 'none' && !isBrought) throw new ReauthenticationRequired(missing);
    }
    return execute(useCase);
  };
  return handler;
}
