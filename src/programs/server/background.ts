import { untilResumed } from '../../application/installation/delivery-hold.js';
import { untilMovedAway } from '../../application/installation/wait-for-event.js';
import { runUsageCloser } from '../../application/usage/usage-closer.js';
import { type PeriodicTask, runPeriodicTask, runProcessManager } from '../../application/shared/run-process-manager.js';
import { keepRequestLogs } from '../../application/request-log/keep-request-logs.js';
import { countFacts } from '../../application/metrics/count-facts.js';
import { sealedThrough } from '../../application/seal/last-seal.js';
import { type OnFall, watchFalls } from '../../application/sending-health/fall-watcher.js';
import { runSealer } from '../../application/seal/sealer.js';
import { keepDkimKeys } from '../../application/sending-domain/dkim/keep-keys.js';
import { cachePauseMs, followLog } from '../../application/shared/follow-log.js';
import type { Backend, Engines } from '../engines/backend.js';
import { categoryOf } from '../../domain/shared/stream-name.js';
import { rotationPorts } from './dkim.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openSealKey, sealMath } from '../../infrastructure/crypto/seal-key.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { processManagers } from '../resources/resources.js';
import { createRetentions } from './retention.js';
import type { ServerHealth } from './server-health.js';
import type { Services } from './services/services.js';
import { runWebhooks } from './webhooks.js';
import { runDomainChecks } from '../../application/sending-domain/checks/run-domain-checks.js';

const retentionEveryMs = 5_000;

export interface BackgroundDependencies {
  readonly config: Config;
  readonly backend: Backend;
  readonly engines: Engines;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly serverHealth: Pick<ServerHealth, 'noteWebhook'>;
  readonly onFailure: (error: unknown) => void;
  readonly onFatal: (error: Error) => void;
  readonly onFall: OnFall;
}

export interface Background {
  /** Everything has ended, after the signal's abort. */
  readonly done: Promise<unknown>;
}

/**
 * What runs beside the requests until the stop: the caches' view of other writers, and what one process does for all.
 * What the engines are asked for here is asked before anything is served: where they do not answer the start fails, and
 * no process that runs.
 */
export async function startBackground(dependencies: BackgroundDependencies, signal: AbortSignal): Promise<Background> {
  const { config, backend, engines, services, metrics, onFailure } = dependencies;
  const { erasedMails, caches } = services;
  const works = config.engines === null || config.roles.includes('projections');
  const jobs = works ? await backgroundJobs(dependencies) : [];
  const after = await engines.store.head();
  // Links are followed where the API is served.
  if (config.roles.includes('api')) await erasedMails.load();
  const done = Promise.all([
    ...(config.roles.includes('webhooks') ? [runWebhooks(dependencies, after, signal)] : []),
    ...(works
      ? [
          countFacts(engines.store, {
            after,
            signal,
            onFact: (fact, times) =>
              (fact === 'EmailComplained' ? metrics.complaints : metrics.suppressions).inc(times),
            onFailure,
          }),
        ]
      : []),
    ...jobs.map(([name, job]) => backend.alone(name, signal, job)),
    // Embedded, the lock on DATA_DIR keeps a migration out as long as this process lives.
    ...(config.engines === null ? [] : [endWhenMovedAway(dependencies, signal)]),
    followLog(engines.store, {
      filter: { categories: ['erasure', ...caches.flatMap(({ categories }) => categories)] },
      after,
      signal,
      pauseMs: cachePauseMs,
      onPage({ events }) {
        erasedMails.note(events);
        for (const { stream } of events) {
          const category = categoryOf(stream);
          for (const { categories, forget } of caches) if (categories.includes(category)) forget(stream);
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
  const managed = (await processManagers()).flatMap((manager) => {
    if (!('make' in manager)) return [];
    const { name, make } = manager;
    const run = async (signal: AbortSignal) => {
      if ('waitsForResume' in manager && !(await untilResumed(ports, signal, onFailure))) return;
      await runProcessManager(ports, make({ ...dependencies, signal }), signal, onFailure);
    };
    return [[name, run] as const];
  });
  return [
    [
      'domain-checker',
      (signal) => runDomainChecks({ ...services, ...config.domainChecks }, signal, services.onFailure),
    ],
    ['sealer', (signal) => runSealer(sealing, { sealEveryMs: config.sealEveryMs, signal, onFailure })],
    ['dkim-keys', (signal) => keepDkimKeys(keyKeeping(dependencies), config.dkim.checkEveryMs, signal, onFailure)],
    ['fall-watcher', (signal) => watchFalls(services, signal, dependencies.onFall, onFailure)],
    ['usage-closer', (signal) => runUsageCloser(services, signal, onFailure)],
    ['request-log-keeper', (signal) => keepRequestLogs(requestLogs, signal, onFailure)],
    ['retention', (signal) => runRetentionTasks(createRetentions(dependencies), signal, onFailure)],
    ...managed,
  ];
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
