import { untilMovedAway } from '../../application/installation/departure.js';
import { createErasureFinisher, erasureFinisher } from '../../application/erasure/erasure-finisher.js';
import { createExporter } from '../../application/export/exporter.js';
import { exporter } from '../../application/export/exporter-facts.js';
import { retirementFinisher } from '../../application/retention/retirement-finisher.js';
import { runUsageCloser } from '../../application/usage/usage-closer.js';
import {
  type PeriodicTask,
  type ProcessManager,
  runPeriodicTask,
  runProcessManager,
} from '../../application/shared/process-manager/run-process-manager.js';
import { createSuppressor, suppressor } from '../../application/suppression/suppressor.js';
import { createSubmissionOpener, submissionOpener } from '../../application/submission/submission-opener.js';
import { keepRequestLogs } from '../../application/request-log/keep-request-logs.js';
import { sealedThrough } from '../../application/seal/last-seal.js';
import { runSealer } from '../../application/seal/sealer.js';
import { keepDkimKeys } from '../../application/sending-domain/dkim/keep-keys.js';
import { cachePauseMs, followLog } from '../../application/shared/follow-log.js';
import type { Backend, Engines } from '../engines/backend.js';
import { categoryOf } from '../../domain/shared/stream-name.js';
import { rotationPorts } from './dkim.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openSealKey, sealMath } from '../../infrastructure/crypto/seal-key.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { createRetentions } from './retention.js';
import { createWebhookKeyFinisher, webhookKeyFinisher } from '../../application/webhook/webhook-key-finisher.js';
import { accountNotifier, createAccountNotifier } from '../../application/people/account-notifier.js';
import { createWebhookNotifier, webhookNotifier } from '../../application/webhook/webhook-notifier.js';
import type { Services } from './services.js';
import { runWebhooks } from './webhooks.js';
import { claimChecker, createClaimChecker } from '../../application/sending-domain/claims/claim-checker.js';
import { runDomainChecks } from '../../application/sending-domain/checks/run-domain-checks.js';
import { createDomainFinisher, domainFinisher } from '../../application/sending-domain/domain-finisher.js';

const retentionEveryMs = 5_000;

export interface BackgroundDependencies {
  readonly config: Config;
  readonly backend: Backend;
  readonly engines: Engines;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly onFailure: (error: unknown) => void;
  readonly onFatal: (error: Error) => void;
}

export interface Background {
  /** Everything has ended, after the signal's abort. */
  readonly done: Promise<unknown>;
}

/**
 * What runs beside the requests until the stop: the caches' view of other writers, and what one process does for all. What the engines
 * are asked for here is asked before anything is served: where they do not answer the start fails, and no process that runs.
 */
export async function startBackground(dependencies: BackgroundDependencies, signal: AbortSignal): Promise<Background> {
  const { config, backend, engines, services, onFailure } = dependencies;
  const { apiKeys, domains, people } = services;
  const works = config.engines === null || config.roles.includes('projections');
  const jobs = works ? await backgroundJobs(dependencies) : [];
  const after = await engines.store.head();
  const done = Promise.all([
    ...(config.roles.includes('webhooks') ? [runWebhooks(dependencies, after, signal)] : []),
    ...jobs.map(([name, job]) => backend.alone(name, signal, job)),
    // Embedded, the lock on DATA_DIR keeps a migration out as long as this process lives.
    ...(config.engines === null ? [] : [endWhenMovedAway(dependencies, signal)]),
    followLog(engines.store, {
      filter: { categories: ['apikey', 'domain', 'domainname', 'user', 'session', 'team'] },
      after,
      signal,
      pauseMs: cachePauseMs,
      onPage({ events }) {
        for (const { stream } of events) {
          const category = categoryOf(stream);
          if (category === 'apikey') apiKeys.forget(stream);
          else if (category === 'domain' || category === 'domainname') domains.forget(stream);
          else people.forget(stream);
        }
      },
      onFailure,
    }),
  ]);
  return { done };
}

/** A process that missed that every server is to stop ends as soon as the log says that the installation has left. */
async function endWhenMovedAway({ services, onFailure, onFatal }: BackgroundDependencies, signal: AbortSignal) {
  const moved = await untilMovedAway(services.ports, signal, onFailure);
  if (moved) onFatal(new Error('the installation was moved to other engines'));
}

type BackgroundJob = readonly [name: string, run: (signal: AbortSignal) => Promise<void>];

/** Each begins where the log says that it stopped, whichever process it was. */
async function backgroundJobs(dependencies: BackgroundDependencies): Promise<readonly BackgroundJob[]> {
  const { config, engines, services, onFailure } = dependencies;
  const { ports } = services;
  const sealing = { ...ports, key: await openSealKey(ports.keys), math: sealMath };
  const requestLogs = {
    ...ports,
    keys: engines.keys,
    days: config.requestLogDays,
    sealedThrough: () => sealedThrough(ports),
  };
  // Made anew each time: what an earlier tenure had noted, another process may have gone beyond.
  const managed = (name: string, make: () => ProcessManager): BackgroundJob => [
    name,
    (signal) => runProcessManager(ports, make(), signal, onFailure),
  ];
  const domainWork = createDomainWork(config, services);
  return [
    ['domain-checker', (signal) => domainWork.check(signal)],
    ...domainWork.managers.map(({ name, make }) => managed(name, make)),
    ['sealer', (signal) => runSealer(sealing, { sealEveryMs: config.sealEveryMs, signal, onFailure })],
    ['dkim-keys', (signal) => keepDkimKeys(keyKeeping(dependencies), config.dkim.checkEveryMs, signal, onFailure)],
    ['usage-closer', (signal) => runUsageCloser(services, signal, onFailure)],
    ['request-log-keeper', (signal) => keepRequestLogs(requestLogs, signal, onFailure)],
    ['retention', (signal) => runRetentionTasks(createRetentions(dependencies).tasks, signal, onFailure)],
    managed(suppressor.name, () => createSuppressor(ports, config.suppressionPolicy)),
    managed(submissionOpener.name, () => createSubmissionOpener(ports)),
    managed(erasureFinisher.name, () => createErasureFinisher(ports, engines.captured)),
    managed(webhookNotifier.name, () => createWebhookNotifier(services)),
    managed(accountNotifier.name, () => createAccountNotifier(services)),
    managed(webhookKeyFinisher.name, () => createWebhookKeyFinisher(ports)),
    [exporter.name, (signal) => runExporter(dependencies, signal)],
    managed(retirementFinisher.name, () => createRetentions(dependencies).finisher),
  ];
}

/** Its end waits for the file that it is at. */
async function runExporter({ services, onFailure }: BackgroundDependencies, signal: AbortSignal): Promise<void> {
  const manager = createExporter(services, signal, onFailure);
  await runProcessManager(services.ports, manager, signal, onFailure);
  await manager.idle();
}

function keyKeeping({ config, engines, services }: BackgroundDependencies) {
  return {
    ...rotationPorts(config, services.dns, services.ports, engines.keys),
    readStore: engines.readStore,
    domains: services.domains,
  };
}

async function runRetentionTasks(
  tasks: readonly PeriodicTask[],
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await Promise.all(tasks.map((task) => runPeriodicTask(task, retentionEveryMs, signal, onFailure)));
}

interface DomainWork {
  /** Looks for the records of every domain until the signal aborts. */
  check(signal: AbortSignal): Promise<void>;
  readonly managers: readonly { readonly name: string; readonly make: () => ProcessManager }[];
}

/** What one process does for the domains of all teams. */
function createDomainWork(
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
