import { claimChecker, createClaimChecker } from '../../application/sending-domain/claims/claim-checker.js';
import { runDomainChecks } from '../../application/sending-domain/checks/run-domain-checks.js';
import { createDomainFinisher, domainFinisher } from '../../application/sending-domain/domain-finisher.js';
import type { ProcessManager } from '../../application/shared/process-manager/run-process-manager.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Services } from './services.js';

export interface DomainWork {
  /** Looks for the records of every domain until the signal aborts. */
  check(signal: AbortSignal): Promise<void>;
  readonly managers: readonly { readonly name: string; readonly make: () => ProcessManager }[];
}

/** What one process does for the domains of all teams. */
export function createDomainWork(
  { domainChecks, domainClaims }: Pick<Config, 'domainChecks' | 'domainClaims'>,
  services: Services,
): DomainWork {
  const { prefix, graceMs } = domainClaims;
  const claims = { ...services, prefix, graceMs, everyMs: domainChecks.pendingEveryMs };
  return {
    check: (signal) => runDomainChecks({ ...services, ...domainChecks }, signal, services.onFailure),
    managers: [
      { name: domainFinisher.name, make: () => createDomainFinisher(services) },
      { name: claimChecker.name, make: () => createClaimChecker(claims) },
    ],
  };
}
