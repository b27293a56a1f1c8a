import type { ServerTroubleKind } from '../server-trouble/server-trouble.js';
import { checkCertificate } from './check-certificate.js';
import { checkClock } from './check-clock.js';
import { checkConfig } from './check-config.js';
import { checkDelivery } from './check-delivery.js';
import { checkDisk } from './check-disk.js';
import { checkEngines } from './check-engines.js';
import { checkInbound } from './check-inbound.js';
import { checkLog } from './check-log.js';
import { checkNotices } from './check-notices.js';
import { checkProgram } from './check-program.js';
import { checkProjections } from './check-projections.js';
import { checkTroubles, serverFinding } from './check-troubles.js';
import { checkVault } from './check-vault.js';
import { checkWebhooks } from './check-webhooks.js';
import type { Facts } from './facts.js';
import type { Check, Finding, Severity } from './finding.js';

const checks: readonly Check<Facts>[] = [
  checkVault,
  checkLog,
  checkEngines,
  checkDisk,
  checkTroubles,
  checkDelivery,
  checkCertificate,
  checkInbound,
  checkWebhooks,
  checkNotices,
  checkProjections,
  checkClock,
  checkConfig,
  checkProgram,
];

const order: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Everything that the checks notice and what a running server says of itself, each once, the worst first. */
export function examine(facts: Facts, ofServer: readonly ServerTroubleKind[] = []): readonly Finding[] {
  const seen = checks.flatMap((check) => check(facts));
  const known = new Set(seen.map(({ code }) => code));
  const more = ofServer.filter((kind) => !known.has(kind)).map((kind) => serverFinding({ kind }));
  return [...more, ...seen].sort((a, b) => order[a.severity] - order[b.severity]);
}

/** Whether anything is wrong: notes are not. */
export function isWrong(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity !== 'note');
}
