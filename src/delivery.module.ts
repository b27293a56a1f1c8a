import { domainOfAddress } from './domain/shared/mailbox.js';
import { attemptDelivery } from './application/delivery/attempt-delivery.js';
import type { DeliveryPorts } from './application/delivery/delivery-ports.js';
import { createDispatcher } from './application/delivery/dispatcher.js';
import { recoverClaims } from './application/delivery/recovery.js';
import type { MailTransport, Route } from './application/ports/mail-transport.js';
import type { Job } from './application/ports/work-queue.js';
import type { EmbeddedEngines } from './embedded.module.js';
import type { Config } from './infrastructure/config/config.js';
import { createDkimSigner } from './infrastructure/dkim/dkim-signer.js';
import { createMailComposer } from './infrastructure/mail-composer/mail-composer.js';
import { createMailTransport } from './infrastructure/smtp-out/mail-transport.js';
import type { Logger } from './infrastructure/telemetry/logger.js';
import type { Metrics } from './infrastructure/telemetry/metrics.js';
import { createInProcessQueue } from './infrastructure/work-queue/in-process-queue.js';
import { pendingProjection } from './projections/pending/pending.projection.js';
import type { Services } from './services.module.js';

export interface Delivery {
  /** No new claim; replies to dots already sent are awaited for the grace time. */
  stop(): Promise<void>;
}

export interface DeliveryDependencies {
  readonly config: Config;
  readonly engines: EmbeddedEngines;
  readonly services: Services;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Mails in work for each connection: while one waits for its signature another is on the wire. */
const jobsPerConnection = 2;
/** How often claims past their deadline are looked for: an attempt that could not be recorded. */
const recoverEveryMs = 60_000;
/** How long the start waits for the `pending` rows of an earlier run. */
const catchUpTimeoutMs = 600_000;

/** Starts the worker: what an earlier process left open is recorded as unknown first, then everything due is sent. */
export async function startDelivery(dependencies: DeliveryDependencies): Promise<Delivery> {
  const { config, engines, services, logger, metrics } = dependencies;
  const transport = createTransport(config, engines.catcherPort);
  const ports: DeliveryPorts = {
    ...services.ports,
    composer: createMailComposer({ sign: createDkimSigner({ keys: engines.keys }) }),
    transport,
    domains: services.domains,
    route: routing(config),
    settings: {
      worker: services.ports.ids.next(),
      policy: config.retryPolicy,
      afterDotTimeoutMs: config.smtpTimings.afterDotTimeoutMs,
      claimMarginMs: config.smtpTimings.claimMarginMs,
    },
    jitter: () => Math.random() * 2 - 1,
    onAttempt(outcome) {
      metrics.deliveryAttempts.inc({ outcome });
      if (outcome === 'unknown') metrics.outcomesUnknown.inc();
    },
  };
  const onJobFailure = ({ id }: Job, error: unknown): void =>
    logger.error({ job: id, reason: messageOf(error) }, 'a mail is held: it is offered again');
  const queue = createInProcessQueue(onJobFailure);
  const onFailure = (error: unknown): void =>
    logger.error({ reason: messageOf(error) }, 'the dispatcher could not read what is pending');
  const { readStore } = engines;
  const dispatcher = createDispatcher({
    readStore,
    pending: pendingProjection,
    queue,
    clock: services.ports.clock,
    regions: 'all',
    onFailure,
  });

  await recover(dependencies, ports);
  const recovery = setInterval(() => {
    recoverClaims({ ports, readStore, pending: pendingProjection }, false).catch(onFailure);
  }, recoverEveryMs);
  queue.process(transport.concurrency('catcher') * jobsPerConnection, (job) => attemptDelivery(ports, job));
  const stopListening = engines.projections.onAdvanced(pendingProjection.name, () => dispatcher.wake());
  dispatcher.wake();

  return {
    async stop() {
      clearInterval(recovery);
      stopListening();
      await dispatcher.stop();
      // What waits for a reply gets its time; the jobs end when their transactions have.
      await Promise.all([queue.stop(), transport.close(config.shutdownGraceMs)]);
    },
  };
}

/** We hold the lock on DATA_DIR, so every other worker that claimed anything here is dead. */
async function recover({ engines, logger }: DeliveryDependencies, ports: DeliveryPorts): Promise<void> {
  const head = await engines.store.head();
  if (head !== undefined) await engines.whenProcessed(pendingProjection.name, head, catchUpTimeoutMs);
  const { readStore } = engines;
  const recovered = await recoverClaims({ ports, readStore, pending: pendingProjection }, true);
  if (recovered > 0) logger.warn({ attempts: recovered }, 'attempts of an earlier run have an unknown outcome');
}

/** Sandbox senders and sandbox recipients stay on this machine; everything else goes where the mode says. */
function routing({ deliveryMode, sandboxDomains }: Config): DeliveryPorts['route'] {
  const catcher: Route = { mxSet: 'catcher' };
  const relay: Route = { mxSet: 'relay' };
  return ({ address, sandbox }) => {
    if (deliveryMode.kind === 'capture' || sandbox) return catcher;
    return sandboxDomains.includes(domainOfAddress(address)) ? catcher : relay;
  };
}

function createTransport(config: Config, catcherPort: number): MailTransport {
  const { deliveryMode, heloName, smtpTimings, relayConnections: maxConnections } = config;
  // Our own receiver greets a new connection after 100 ms: a kept one never waits again.
  const maxMailsPerConnection = Number.POSITIVE_INFINITY;
  const catcher = { host: '127.0.0.1', port: catcherPort, tls: 'none', maxConnections, maxMailsPerConnection } as const;
  const destinations =
    deliveryMode.kind === 'capture'
      ? { catcher }
      : { catcher, relay: { ...relayDestination(deliveryMode.relay), maxConnections } };
  return createMailTransport({ destinations, heloName, ...smtpTimings });
}

function relayDestination({
  host,
  port,
  implicitTls,
  credentials,
}: Extract<Config['deliveryMode'], { kind: 'relay' }>['relay']) {
  return { host, port, tls: implicitTls ? 'implicit' : 'opportunistic', credentials } as const;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
