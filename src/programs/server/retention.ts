import type { PeriodicTask } from '../../application/shared/run-process-manager.js';
import { createRetention } from '../../application/retention/aged-streams.js';
import { retentionGates } from '../../application/retention/gates.js';
import { createOrphanSweep } from '../../application/retention/orphan-sweep.js';
import {
  mailRetention,
  receiptRetention,
  receivedRetention,
  reportRetention,
  submissionRetention,
  submissionsKeptMs,
} from '../../application/retention/policies.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import type { Engines } from '../engines/backend.js';
import type { Services } from './services/services.js';

export interface RetentionDependencies {
  readonly config: Config;
  readonly engines: Engines;
  readonly services: Services;
  readonly metrics: Metrics;
}

const dayMs = 86_400_000;

/** At which age keys and bodies of email that was never accepted are removed. */
const orphanAfterMs = dayMs;

/** Removes what is no longer needed: orphans of the vault, and whole streams. */
export function createRetentions({
  config,
  engines,
  services,
  metrics,
}: RetentionDependencies): readonly PeriodicTask[] {
  const { ports } = services;
  const gates = retentionGates(services);
  const count = (kind: 'email' | 'receipt' | 'received' | 'report' | 'submission') => (streams: number) =>
    metrics.streamsRetired.inc({ kind }, streams);
  const sweep = createOrphanSweep(
    { ...ports, vault: engines.sweep },
    {
      afterMs: orphanAfterMs,
      onSwept: (outcome, entries) => metrics.vaultEntriesSwept.inc({ outcome }, entries),
    },
  );
  const ofSubmissions = submissionRetention(ports, gates, submissionsKeptMs);
  const tasks = [
    sweep,
    createRetention(ports, ofSubmissions, count('submission')),
    createRetention(ports, receiptRetention(ports, gates), count('receipt')),
  ];
  if (config.retentionDays !== null) {
    const ofMails = mailRetention(ports, gates, config.retentionDays * dayMs);
    const ofReceived = receivedRetention(ports, gates, config.retentionDays * dayMs);
    const ofReports = reportRetention(ports, gates, config.retentionDays * dayMs);
    tasks.push(
      createRetention(ports, ofMails, count('email')),
      createRetention(ports, ofReceived, count('received')),
      createRetention(ports, ofReports, count('report')),
    );
  }
  return tasks;
}
