import { claimChecker, createClaimChecker } from '../../application/sending-domain/claims/claim-checker.js';
import { createDomainFinisher, domainFinisher } from '../../application/sending-domain/domain-finisher.js';
import type { ProcessManager } from '../../application/shared/process-manager/run-process-manager.js';
import { runDomainChecks } from '../../application/sending-domain/checks/run-domain-checks.js';
import type { Config } from '../../infrastructure/config/config.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import type { Engines } from '../engines/backend.js';
import type { Services } from './services.js';

export interface DomainWork {
  /** Looks for the records of every domain until the signal aborts. */
  check(signal: AbortSignal): Promise<void>;
  readonly managers: readonly { readonly name: string; readonly make: () => ProcessManager }[];
}

/** What one process does for the domains of all teams. */
export function createDomainWork(
  config: Pick<Config, 'dkim' | 'domainChecks' | 'domainClaims'>,
  { readStore }: Pick<Engines, 'readStore'>,
  { ports, domains, domainDns }: Pick<Services, 'ports' | 'domains' | 'domainDns'>,
  onFailure: (error: unknown) => void,
): DomainWork {
  const opening = {
    ports,
    keys: ports.keys,
    makeDkimKey: generateDkimKey,
    selector: config.dkim.selector,
  };
  const checks = {
    ports,
    readStore,
    domains: domainsProjection,
    ...domainDns,
    ...config.domainChecks,
    onChecked: domains.forget,
  };
  const claims = {
    ports,
    dns: domainDns.dns,
    readStore,
    emails: emailsProjection,
    metrics: metricsProjection,
    prefix: config.domainClaims.prefix,
    graceMs: config.domainClaims.graceMs,
    everyMs: config.domainChecks.pendingEveryMs,
  };
  return {
    check: (signal) => runDomainChecks(checks, signal, onFailure),
    managers: [
      { name: domainFinisher.name, make: () => createDomainFinisher({ ...opening, hash: ports.hash }) },
      { name: claimChecker.name, make: () => createClaimChecker(claims) },
    ],
  };
}
