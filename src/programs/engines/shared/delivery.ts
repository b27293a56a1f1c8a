import type { Delivery, DeliveryStart, Engines } from '../backend.js';
import type { LeaseStore } from '../../../application/ports/lease.js';
import { followLog } from '../../../application/shared/follow-log.js';
import { runDelivery } from '../../delivery/run-delivery.js';
import { noteResult } from '../note-result.js';
import { joinWorkers } from './workers.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { Catcher } from '../../../infrastructure/catcher/catcher.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { withCountedAppends } from '../../../infrastructure/event-store/counted-appends.js';
import type { RedisConnection } from '../../../infrastructure/redis/redis-connection.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { onceASecond } from '../../../infrastructure/telemetry/once-a-second.js';
import { BullQueue } from '../../../infrastructure/work-queue/bull/bull-queue.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';

export interface DistributedDeliveryOptions extends DeliveryStart {
  readonly engines: Engines;
  readonly leases: LeaseStore;
  readonly redis: RedisConnection;
  readonly catcher: Catcher | undefined;
  readonly logger: Logger;
}

/** Delivers on this process's own event loop, beside any number of others: the first to claim a mail sends it. */
export async function startDistributedDelivery(options: DistributedDeliveryOptions): Promise<Delivery> {
  const { config, engines, redis, catcher, logger, metrics, tracer, copiedAt } = options;
  if (catcher === undefined) throw new Error('a process that delivers has a catcher');
  const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const store = withCountedAppends(engines.store, (result) => metrics.eventLogAppends.inc({ result }));
  // Before anything is captured: no erasure falls between what is emptied now and what is followed.
  const erasuresSeen = await engines.store.head();
  // While an engine is away this is every mail in hand, again and again.
  const onHeld = onceASecond((fields: { readonly job: string; readonly reason: string }) =>
    logger.error(fields, 'an email is held: it is offered again'),
  );
  const onTrouble = onceASecond(({ message, ...fields }: { readonly reason: string; readonly message: string }) =>
    logger.error(fields, message),
  );
  const queue = await BullQueue.open({
    redis,
    name: queueName(config),
    onFailure: ({ id }, error) => onHeld({ job: id, reason: reasonOf(error) }),
  });
  const workers = await joinWorkers({ leases: options.leases, dataDir: config.dataDir, logger });
  const delivery = await runDelivery({
    config,
    log: logPorts({ ...engines, store }),
    keys: engines.keys,
    blobs: engines.blobs,
    hash: engines.hash,
    readStore: engines.readStore,
    queue,
    polls: true,
    catcherPort: catcher.port,
    copiedAt,
    workers,
    onResult: (result) => noteResult({ logger, metrics }, result),
    tracer,
    onAttempt(outcome) {
      metrics.deliveryAttempts.inc({ outcome });
      if (outcome === 'unknown') metrics.outcomesUnknown.inc();
    },
    onTlsSession: options.onTlsSession,
    onTrouble: options.onTrouble,
    onWarning: (fields, message) => logger.warn(fields, message),
    onFailure: (error, message) => onTrouble({ reason: reasonOf(error), message }),
  });
  delivery.wake();
  workers.watch(() => void delivery.recover());
  const stopping = new AbortController();
  const emptying = emptyAfterErasures(engines, catcher, erasuresSeen, stopping.signal, (error) =>
    logger.error({ reason: reasonOf(error) }, 'the catcher could not be emptied after an erasure'),
  );
  return {
    async stop() {
      await delivery.stop();
      await workers.leave();
      stopping.abort();
      await emptying;
    },
  };
}

/** Processes that serve the same regions share one queue; in any other way a job may be in two, which does no harm. */
function queueName({ servedRegions }: Config): string {
  return servedRegions === 'all' ? 'delivery' : `delivery:${[...servedRegions].sort().join('+')}`;
}

/** Another process carries erasures out; what this one's catcher holds goes with them. */
async function emptyAfterErasures(
  { store }: Engines,
  { mail }: Catcher,
  after: Position | undefined,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  // What was erased while no process was here is not known: a start keeps nothing.
  await mail.empty().catch(onFailure);
  await followLog(store, {
    filter: { categories: ['erasure'], types: ['ErasureCompleted'] },
    after,
    signal,
    onPage({ events }) {
      if (events.length > 0) mail.empty().catch(onFailure);
    },
    onFailure,
  });
}
