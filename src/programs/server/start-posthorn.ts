import type { OutputState } from '../../application/server-trouble/judge-server.js';
import { setMaxListeners } from 'node:events';
import { type BootstrapApiKey, ensureBootstrapApiKey } from '../../application/api-key/bootstrap-api-key.js';
import { makeSetUpToken } from '../../application/people/set-up.js';
import type { Installation } from '../../application/installation/establish-installation.js';
import { ensureDomain } from '../../application/sending-domain/ensure-domains.js';
import { noticeTrouble } from '../../application/doctor/check-notices.js';
import type { OnFall } from '../../application/sending-health/fall-watcher.js';
import { traceAccepted } from '../../application/submission/trace-accepted.js';
import { createByteBudget } from '../../application/shared/byte-budget.js';
import { startBackground } from './background.js';
import type { Backend, BackendOptions, Delivery, Engines } from '../engines/backend.js';
import { watchDeliveryHealth } from './delivery-health.js';
import { lastBackupAtMs, spaceOf, watchDisk } from './disk.js';
import { deliverUnlessHeld, watchHold } from './delivery-hold.js';
import { openEmbeddedBackend } from '../engines/embedded/backend.js';
import type { Config } from '../../infrastructure/config/config.js';
import { localUrlOf } from '../../infrastructure/data-dir/server-address.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { linkProblems, linkRemedy, linkTroubleOf } from '../../domain/shared/link-trouble.js';
import { unshownKeyIn } from '../../infrastructure/data-dir/unshown-key.js';
import { queueFigures } from '../../application/queue/queue-figures.js';
import { programVersion } from '../manifest.js';
import { withCountedAppends } from '../../infrastructure/event-store/counted-appends.js';
import { WaitingAppends } from '../../infrastructure/event-store/waiting-appends.js';
import { systemClock } from '../../infrastructure/system/clock.js';
import { createSecurityEvents } from '../../infrastructure/security/security-events.js';
import { linkTo } from '../../infrastructure/http/people/visitor.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import { createMetrics } from '../../infrastructure/telemetry/metrics.js';
import { availableMemory, memoryLimits } from '../../infrastructure/system/memory-limits.js';
import { onceASecond } from '../../infrastructure/telemetry/once-a-second.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import { createServices, type Services } from './services/services.js';
import { startTlsReports } from './tls-reports.js';
import { startTracing } from './tracing.js';
import { watchServer, type WatchedServer } from './server-health.js';
import { type InboundListener, startInboundOf } from './inbound.js';
import { type Smtp, startSmtp } from './smtp.js';
import { beginWarmStart, prepareForFirstMail } from './warm-start.js';

/** A running server. */
export interface Posthorn {
  readonly url: string;
  /** Where it answers on this machine. */
  readonly localUrl: string;
  readonly bootstrapApiKey: BootstrapApiKey;
  /** What makes the first person; null: there is one. */
  readonly setUpUrl: string | null;
  readonly masterKeyCreated: boolean;
  /** ISO 8601: this log was restored, and nothing is sent until `posthorn resume`. */
  readonly deliveryHeldSince: string | null;
  /** Null when another process listens for submitted mail. */
  readonly smtp: Pick<Smtp, 'ports' | 'missing' | 'selfSigned'> | null;
  /** Null where no bounces are taken. */
  readonly inboundPort: number | null;
  /** The orderly end: nothing new is taken, open replies get their time, everything is closed. */
  stop(): Promise<void>;
}

/** A rebuild of these two takes less; a list that lags is no reason not to serve. */
const listedTimeoutMs = 5_000;

/**
 * Starts every role of this process. Throws `StartRefused`, `data-dir-in-use` and the like before anything is served.
 */
export async function startPosthorn(
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
  outputState: () => OutputState = () => 'open',
): Promise<Posthorn> {
  // Nest and Fastify, half of all there is to load: read while the threads of the engines start.
  const [backend, http] = await Promise.all([openBackend({ config, logger, onFatal }), import('./http.js')]);
  try {
    return await startOn(backend, http, { config, logger, onFatal, outputState });
  } catch (error) {
    throw await backend.explained(error);
  }
}

async function startOn(
  backend: Backend,
  { startHttp }: typeof import('./http.js'),
  { config, logger, onFatal, outputState }: BackendOptions & Pick<WatchedServer, 'outputState'>,
): Promise<Posthorn> {
  const { installation } = backend;
  sayEventFormat(installation.eventFormat, backend.engines.codec.format, logger);
  const metrics = createMetrics({
    projectionLags: backend.projectionStatus,
    requestsToLog: () => services.requestLog.waiting(),
    smtpConnections: () => smtp?.connections() ?? 0,
    leases: backend.leases,
    logFaults: backend.logFaults,
    engineCalls: backend.engineCalls,
    engineOutages: backend.engineOutages,
    troubles: () => health.open(),
    serverTroubles: () => serverHealth.open(),
    build: { version: programVersion, node: process.versions.node },
    disk: () => (config.engines === null ? spaceOf(config) : null),
    lastBackupAtMs: () => lastBackupAtMs(config.dataDir),
    certificateEndsAtMs: () => smtp?.certificate.endsAtMs() ?? null,
  });
  const tracing = startTracing(config, logger, metrics);
  const tracer = tracing?.tracer ?? null;
  if (config.roles.includes('projections')) {
    metrics.queue.ask((receiverOf) => queueFigures(engines.readStore, receiverOf, services.ports.clock.now()));
  }
  const appends = new WaitingAppends(() => systemClock.monotonicMs());
  const counted = withCountedAppends(backend.engines.store, (result) => metrics.eventLogAppends.inc({ result }));
  const store = { ...counted, ...appends.around(counted) };
  const engines: Engines = { ...backend.engines, store };
  const { bytesInFlight, maxBodyBytes } = memoryLimits(availableMemory(config.memoryMb));
  const budget = createByteBudget(bytesInFlight, maxBodyBytes);
  const onFailure = backgroundFailure(logger);
  const ownPorts = new Set<number>();
  const services = createServices(engines, config, {
    ownPorts,
    quotaCounter: backend.quotaCounter,
    patience: backend.patience,
    allowances: backend.allowances,
    installationId: installation.installation.installationId,
    firstTeamId: installation.installation.firstTeamId,
    budget,
    maxContentBytes: maxBodyBytes,
    tracer,
    onAccepted(context, emailIds) {
      metrics.emailsAccepted.inc(emailIds.length);
      if (tracer !== null) traceAccepted(tracer, context, emailIds, services.ports.clock.now());
    },
    onRequestsLost: (requests) => metrics.requestLogLost.inc(requests),
    onHitsLost: (hits) => metrics.trackingHitsLost.inc(hits),
    onProviderFailure: (provider, reason) => logger.warn({ provider, reason }, 'a sign-in by a provider failed'),
    troubles: () => health.open(),
    serverTroubles: () => serverHealth.open(),
    cannotStore: () => disk?.isFull() === true || serverHealth.isFolderGone(),
    onUnsentNotice: (unsent) => logger.warn(unsent, 'a notice was not sent'),
    onFailure,
  });
  const disk = config.engines === null ? watchDisk(config, logger) : null;
  let smtp: Smtp | null = null;
  let inbound: InboundListener | null = null;
  const serverHealth = watchServer({
    config,
    appends,
    certificate: () => (smtp ?? inbound)?.certificate.own() ?? null,
    lastBackupAtMs: () => lastBackupAtMs(config.dataDir),
    outputState,
    logger,
  });
  const health = watchDeliveryHealth(config, services, logger);
  await ensureDomains(config, services, installation);
  const bootstrapApiKey = await ensureBootstrapApiKey(
    services.ports,
    services.apiKeys,
    installation,
    config.bootstrapApiKey ?? undefined,
    config.engines === null ? unshownKeyIn(config.dataDir) : null,
  );
  const setUpToken = config.roles.includes('api') ? await makeSetUpToken(services.people, installation) : undefined;
  if (config.roles.includes('projections')) await untilListed(engines);
  const stopping = new AbortController();
  // Everything that runs in the background waits for this one.
  setMaxListeners(0, stopping.signal);
  const onFall: OnFall = (domainId, { group, measure, now, before }) => {
    metrics.domainFalls.inc({ group, measure });
    logger.warn({ domainId, group, measure, now, before }, 'receivers take less of the email of a domain');
  };
  const background = await startBackground(
    { config, backend, engines, services, metrics, serverHealth, onFailure, onFatal, onFall },
    stopping.signal,
  );
  const noteSecurityEvent = createSecurityEvents({
    logger,
    count: (event) => metrics.securityEvents.inc({ event }),
  });
  prepareForFirstMail(services.ports.clock.now());
  let ready = true;
  const warmStart = beginWarmStart();
  const trouble = linkTroubleOf(config);
  if (trouble !== null) {
    logger.warn({ trouble }, `${linkProblems[trouble]}: what needs such links is refused. ${linkRemedy}.`);
  }
  await sayNoticeTrouble(config, services, logger);
  const hold = await watchHold(services.ports, logger);
  smtp = config.roles.includes('smtp')
    ? await startSmtp({ config, backend, services, metrics, logger, noteSecurityEvent })
    : null;
  inbound = config.roles.includes('inbound') ? await startInboundOf({ config, services, metrics, logger }) : null;
  for (const port of Object.values(smtp?.ports ?? {})) ownPorts.add(port);
  if (inbound !== null) ownPorts.add(inbound.port);
  const http = await startHttp(
    {
      config,
      backend,
      services,
      logger,
      metrics,
      budget,
      maxBodyBytes,
      hold,
      health,
      serverHealth,
      smtp,
      noteSecurityEvent,
      warmStart,
      disk,
    },
    () => ready,
  );
  ownPorts.add(http.port);
  const tlsReports = await startTlsReports(config, services, installation.installation.installationId, logger);
  const delivery: Delivery | undefined = config.roles.includes('delivery')
    ? await deliverUnlessHeld(hold, {
        start: () =>
          backend.startDelivery({
            ...{ metrics, tracer, config: { ...config, port: http.port } },
            copiedAt: hold.copiedAt,
            onTlsSession: tlsReports && tlsReports.note,
            onTrouble: (change) => health.note(change),
          }),
        logger,
        onFatal,
      })
    : undefined;
  warmStart.end();
  const looking = delivery === undefined ? undefined : health.look(stopping.signal);

  return {
    url: http.url,
    localUrl: localUrlOf(config.host, http.port),
    bootstrapApiKey,
    setUpUrl: setUpToken === undefined ? null : linkTo(http.url, 'set-up')(setUpToken),
    masterKeyCreated: backend.masterKeyCreated,
    deliveryHeldSince: hold.heldSince(),
    smtp,
    inboundPort: inbound?.port ?? null,
    async stop() {
      ready = false;
      await Promise.all([http.close(), smtp?.stop(), inbound?.stop(), delivery?.stop(), hold.stop()]);
      await Promise.all([services.requestLog.stop(), services.webhookTests.stop(), services.trackingLog.stop()]);
      await tlsReports?.stop();
      await services.webhookSender.close();
      stopping.abort();
      for (const watch of [health, serverHealth, disk]) watch?.stop();
      await looking;
      await background.done;
      await tracing?.stop();
      await backend.close();
    },
  };
}

/** `found`: as the log had it before this start. */
function sayEventFormat(found: number, known: number, logger: Logger): void {
  if (found >= known) return;
  const fields = { from: found, to: known };
  logger.info(fields, 'the event format was raised: versions before this one start no more on this data');
}

async function sayNoticeTrouble({ notices }: Config, { domains }: Services, logger: Logger): Promise<void> {
  const found = noticeTrouble(notices.from, await domains.standing(domainOfAddress(notices.from)));
  if (found !== null) logger.warn(`${found.problem} ${found.advice}`);
}

async function openBackend(options: BackendOptions): Promise<Backend> {
  const { engines } = options.config;
  if (engines === null) return openEmbeddedBackend(options);
  // The engines' clients take longer to load than all the rest, and most installations never need them.
  const { openDistributedBackend } = await import('../engines/shared/backend.js');
  return openDistributedBackend(options, engines);
}

async function ensureDomains(config: Config, services: Services, { installation }: Installation): Promise<void> {
  const { firstTeamId } = installation;
  const ports = { ...services, firstTeamId, region: config.regions[0] ?? 'us-east-1' };
  await Promise.all([
    ...config.sandboxDomains.map((name) => ensureDomain(ports, name, 'sandbox')),
    ...config.preverifiedDomains.map((name) => ensureDomain(ports, name, 'preverified')),
  ]);
}

/** The lists of domains and keys show what this start wrote, before anyone can ask. */
async function untilListed({ store, whenProcessed }: Engines): Promise<void> {
  const head = await store.head();
  if (head === undefined) return;
  await Promise.all(
    [domainsProjection, apiKeysProjection].map(({ name }) => whenProcessed(name, head, listedTimeoutMs)),
  );
}

function backgroundFailure(logger: Logger): (error: unknown) => void {
  // While an engine is away every task fails, again and again.
  const log = onceASecond((fields: { readonly reason: string }) =>
    logger.error(fields, 'a background task failed; it goes on'),
  );
  return (error) => log({ reason: error instanceof Error ? error.message : String(error) });
}
