import { setMaxListeners } from 'node:events';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type BootstrapApiKey, ensureBootstrapApiKey } from './application/installation/bootstrap-api-key.js';
import { establishInstallation, type Installation } from './application/installation/establish-installation.js';
import { createErasureFinisher } from './application/process-managers/erasure-finisher.js';
import { runUsageCloser } from './application/process-managers/usage-closer.js';
import { runPeriodicTask, runProcessManager } from './application/process-managers/run-process-manager.js';
import { createSubmissionOpener } from './application/process-managers/submission-opener.js';
import { keepRequestLogs } from './application/request-log/keep-request-logs.js';
import { sealedThrough } from './application/seal/last-seal.js';
import { runSealer } from './application/seal/sealer.js';
import { ensureDomain } from './application/sending-domain/ensure-domains.js';
import { type ByteBudget, createByteBudget } from './application/shared/byte-budget.js';
import { cachePauseMs, followLog } from './application/shared/follow-log.js';
import { AppModule } from './app.module.js';
import { deliverUnlessHeld, type DeliveryHold, watchHold } from './delivery.hold.js';
import type { Delivery } from './delivery.module.js';
import { categoryOf } from './domain/shared/stream-name.js';
import {
  dashboardDir,
  type EmbeddedEngines,
  type EmbeddedLog,
  lockedLog,
  openEmbeddedEngines,
  referenceDir,
} from './embedded.module.js';
import { type Config, publicUrlOf } from './infrastructure/config/config.js';
import { generateDkimKey } from './infrastructure/dkim/generate-dkim-key.js';
import { withCountedAppends } from './infrastructure/event-store/counted-appends.js';
import { createInProcessRateLimiter } from './infrastructure/rate-limiter/in-process-rate-limiter.js';
import { openSealKey, sealMath } from './infrastructure/identity/seal-key.js';
import { configureHttp, createHttpAdapter } from './infrastructure/http/http.module.js';
import type { Logger } from './infrastructure/telemetry/logger.js';
import { createMetrics, type Metrics } from './infrastructure/telemetry/metrics.js';
import { apiKeysProjection } from './projections/api-keys/api-keys.projection.js';
import { domainsProjection } from './projections/domains/domains.projection.js';
import { createRetentions } from './retention.module.js';
import { createServices, logPorts, type Services } from './services.module.js';

/** A running server. */
export interface Posthorn {
  readonly url: string;
  readonly bootstrapApiKey: BootstrapApiKey;
  readonly masterKeyCreated: boolean;
  /** ISO 8601: this log was restored, and nothing is sent until somebody resumes. */
  readonly deliveryHeldSince: string | null;
  /** The orderly end: nothing new is taken, open replies get their time, everything is closed. */
  stop(): Promise<void>;
}

const maxBodyBytes = 41_943_040;
/** Of all requests together, while they run. */
const maxBytesInFlight = 256 * 1024 * 1024;
/** A rebuild of these two takes less; a list that lags is no reason not to serve. */
const listedTimeoutMs = 5_000;

const retentionEveryMs = 5_000;

/** Starts every role of this process. Throws `StartRefused`, `data-dir-in-use` and the like before anything is served. */
export async function startPosthorn(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
): Promise<Posthorn> {
  const { log, release } = await lockedLog(config, onFatal);
  const installation = await establishInstallation(logPorts(log), log.vault);
  const opened = await openEmbeddedEngines(config, log, {
    onFatal,
    onProjectionFailure: (projection, reason) => logger.error({ projection, reason }, 'a projection failed'),
  });
  const metrics = createMetrics(opened.projections.status);
  const store = withCountedAppends(opened.store, (result) => metrics.eventLogAppends.inc({ result }));
  const engines: EmbeddedEngines = { ...opened, store };
  const budget = createByteBudget(maxBytesInFlight);
  const onFailure = backgroundFailure(logger);
  const services = createServices(engines, config, {
    budget,
    maxContentBytes: maxBodyBytes,
    onAccepted: (emails) => metrics.emailsAccepted.inc(emails),
    onRequestsLost: (requests) => metrics.requestLogLost.inc(requests),
    onFailure,
  });
  await ensureDomains(config, services, installation);
  const bootstrapApiKey = await ensureBootstrapApiKey(
    services.ports,
    services.apiKeys,
    installation,
    config.bootstrapApiKey ?? undefined,
  );
  if (config.roles.includes('projections')) await untilListed(engines);
  const stopping = new AbortController();
  // Everything that runs in the background waits for this one.
  setMaxListeners(0, stopping.signal);
  const background = runBackground({ config, engines, services, metrics, onFailure }, stopping.signal);
  let ready = true;
  const hold = await watchHold(services.ports, logger);
  const http = await startHttp({ config, services, logger, metrics, budget, hold }, () => ready);
  const delivery: Delivery | undefined = config.roles.includes('delivery')
    ? await deliverUnlessHeld({ config, log, engines, logger, metrics, onFatal }, hold)
    : undefined;

  return {
    url: http.url,
    bootstrapApiKey,
    masterKeyCreated: log.masterKeyCreated,
    deliveryHeldSince: hold.heldSince(),
    async stop() {
      ready = false;
      await Promise.all([http.close(), delivery?.stop(), hold.stop()]);
      await services.requestLog.stop();
      stopping.abort();
      await background;
      await closeAll(engines, log);
      release();
    },
  };
}

async function ensureDomains(config: Config, services: Services, { installation }: Installation): Promise<void> {
  const { ports } = services;
  const dependencies = {
    ports,
    hash: ports.hash,
    keys: ports.keys,
    makeDkimKey: generateDkimKey,
    firstTeamId: installation.firstTeamId,
    region: config.regions[0] ?? 'us-east-1',
  };
  await Promise.all([
    ...config.sandboxDomains.map((name) => ensureDomain(dependencies, name, 'sandbox')),
    ...config.preverifiedDomains.map((name) => ensureDomain(dependencies, name, 'preverified')),
  ]);
}

/** The lists of domains and keys show what this start wrote, before anyone can ask. */
async function untilListed({ store, whenProcessed }: EmbeddedEngines): Promise<void> {
  const head = await store.head();
  if (head === undefined) return;
  await Promise.all(
    [domainsProjection, apiKeysProjection].map(({ name }) => whenProcessed(name, head, listedTimeoutMs)),
  );
}

interface BackgroundDependencies {
  readonly config: Config;
  readonly engines: EmbeddedEngines;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly onFailure: (error: unknown) => void;
}

/** What runs beside the requests until the stop: process managers, and the caches' view of other writers. */
async function runBackground(
  { config, engines, services, metrics, onFailure }: BackgroundDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { ports, apiKeys, domains, usage } = services;
  const { tasks, finisher } = createRetentions({ config, engines, services, metrics });
  const managers = [createSubmissionOpener(ports), createErasureFinisher(ports, engines.captured), finisher];
  const sealing = { ...ports, key: await openSealKey(ports.keys), math: sealMath };
  await Promise.all([
    runSealer(sealing, { sealEveryMs: config.sealEveryMs, signal, onFailure }),
    ...tasks.map((task) => runPeriodicTask(task, retentionEveryMs, signal, onFailure)),
    ...managers.map((manager) => runProcessManager(ports, manager, signal, onFailure)),
    runUsageCloser({ ...usage, ...ports }, signal, onFailure),
    keepRequestLogs(
      { ports, keys: engines.keys, days: config.requestLogDays, sealedThrough: () => sealedThrough(ports) },
      signal,
      onFailure,
    ),
    followLog(engines.store, {
      filter: { categories: ['apikey', 'domain', 'domainname'] },
      after: await engines.store.head(),
      signal,
      pauseMs: cachePauseMs,
      onPage({ events }) {
        for (const { stream } of events) {
          if (categoryOf(stream) === 'apikey') apiKeys.forget(stream);
          else domains.forget(stream);
        }
      },
      onFailure,
    }),
  ]);
}

function backgroundFailure(logger: Logger): (error: unknown) => void {
  return (error) =>
    logger.error(
      { reason: error instanceof Error ? error.message : String(error) },
      'a background task failed; it goes on',
    );
}

interface HttpParts {
  readonly config: Config;
  readonly services: Services;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly budget: ByteBudget;
  readonly hold: DeliveryHold;
}

async function startHttp({ config, services, logger, metrics, budget, hold }: HttpParts, isReady: () => boolean) {
  let { port } = config;
  const module = AppModule.serving(services, {
    authenticator: services.apiKeys,
    quotas: services.acceptEmails.quotas,
    clock: services.ports.clock,
    rateLimiter: config.rateLimitPerSecond === 0 ? null : createInProcessRateLimiter(config.rateLimitPerSecond),
    metrics,
    logger,
    requestLog: services.requestLog,
    readiness: () => ({ ready: isReady(), detail: isReady() ? servingDetail(hold) : 'The server is stopping.' }),
    deliveryHeldSince: hold.heldSince,
    servesApi: config.roles.includes('api'),
    // Port 0 becomes another one once the server listens.
    get publicUrl() {
      return publicUrlOf(config, port);
    },
    dashboardDir,
    referenceDir,
    maxBodyBytes,
    budget,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, createHttpAdapter(), {
    logger: false,
    abortOnError: false,
  });
  await configureHttp(app);
  await app.listen(config.port, config.host);
  const address = app.getHttpServer().address();
  if (typeof address === 'object' && address !== null) port = address.port;
  return { url: publicUrlOf(config, port), close: () => app.close() };
}

function servingDetail({ heldSince }: DeliveryHold): string {
  return heldSince() === null ? 'serving' : 'serving; delivery is held since a restore, until `posthorn resume`';
}

async function closeAll(engines: EmbeddedEngines, log: EmbeddedLog): Promise<void> {
  await engines.close();
  await log.close();
}
