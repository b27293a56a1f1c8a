import { programVersion } from '../../manifest.js';
import { establishInstallation } from '../../../application/installation/establish-installation.js';
import { type HoldLeaseOptions, holdLease, leaseTimes } from '../../../application/lease/hold-lease.js';
import type { CapturedMail } from '../../../application/ports/captured-mail.js';
import type { LeaseStore } from '../../../application/ports/lease.js';
import type { Backend, BackendOptions, Engines, LogFault } from '../backend.js';
import { endWhenDamaged, sayLockDamaged, spareCaught } from '../embedded/sound-files.js';
import { startDistributedDelivery } from './delivery.js';
import { refuseUselessRedis, warmUp, watchEngines, whatWentAway } from './engine-health.js';
import { openSharedLog } from './open-log.js';
import { untilUsable } from './start-patience.js';
import { SharedProjections } from '../../../infrastructure/projection-runner/shared-projections.js';
import { startCatcher } from '../../../infrastructure/catcher/catcher.js';
import type { Config, EngineAddresses } from '../../../infrastructure/config/config.js';
import { lockDataDir } from '../../../infrastructure/data-dir/data-dir.js';
import { readOwnNames, writeOwnNames } from '../../../infrastructure/data-dir/own-names.js';
import { projections } from '../../../programs/resources/resources.js';
import type { EventStoreDbReports } from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { ids } from '../../../infrastructure/system/ids.js';
import { openKeyedHash } from '../../../infrastructure/crypto/keyed-hash.js';
import { createRedisQuotaCounter } from '../../../infrastructure/quota-counter/redis/redis-quota-counter.js';
import { joinProcesses } from '../../../infrastructure/rate-limiter/redis/process-count.js';
import { createInProcessDailyAllowances } from '../../../infrastructure/rate-limiter/in-process-daily-allowances.js';
import { createRedisDailyAllowances } from '../../../infrastructure/rate-limiter/redis/redis-daily-allowances.js';
import { createInProcessSignInPatience } from '../../../infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createRedisSignInPatience } from '../../../infrastructure/rate-limiter/redis/redis-sign-in-patience.js';
import { createRedisRateLimiter } from '../../../infrastructure/rate-limiter/redis/redis-rate-limiter.js';
import { connectRedis } from '../../../infrastructure/redis/connect-redis.js';
import type { RedisConnection } from '../../../infrastructure/redis/redis-connection.js';
import { EngineCalls, type OnCall } from '../../../infrastructure/telemetry/engine-calls.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { onceASecond } from '../../../infrastructure/telemetry/once-a-second.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';

/** Log and vault, known to belong together. Throws {@link EngineUnusable} also where an engine goes away meanwhile. */
async function openInstallation(
  config: Config,
  addresses: EngineAddresses,
  reports: EventStoreDbReports,
  onMongodbCall: OnCall,
) {
  const { destroyedKeys } = vaultPaths(config.dataDir);
  const log = await openSharedLog(config, addresses, destroyedKeys, reports, onMongodbCall);
  try {
    const installation = await establishInstallation(logPorts(log), log.vault, {
      readModels: log.readModels,
      version: programVersion,
    });
    await warmUp(log, addresses);
    return { log, installation };
  } catch (error) {
    await log.close();
    throw await whatWentAway(error, addresses);
  }
}

/**
 * One of several processes on shared engines. Each has a `DATA_DIR` of its own, for the catcher and the names of keys
 * that it has destroyed. Throws `StartRefused` naming the event store or MongoDB where that cannot be reached; without
 * Redis it starts, as it goes on without it.
 */
export async function openDistributedBackend(options: BackendOptions, addresses: EngineAddresses): Promise<Backend> {
  const { config, logger } = options;
  const onFatal = endWhenDamaged(config.dataDir, options.onFatal);
  const lock = lockDataDir(config.dataDir);
  sayLockDamaged(lock.wasDamaged, logger);
  spareCaught(config.dataDir, logger);
  const logFaults = new Map<LogFault, number>();
  const calls = new EngineCalls();
  const reports = { ...logReports(logger, logFaults), onCall: calls.of('eventstoredb') };
  const { log, installation } = await untilUsable(config.startPatienceMs, logger, () =>
    openInstallation(config, addresses, reports, calls.of('mongodb')),
  );
  const redis = await connectRedis(addresses.redisUrl, {
    installationId: installation.installation.installationId,
    onOutage: (reason) => logger.error({ reason }, 'Redis is away: limits are local, and no email is delivered'),
    onRecovery: (outageMs) => logger.info({ outageMs }, 'Redis is back'),
    onCall: calls.of('redis'),
  });
  if (!redis.isUp()) await refuseUselessRedis(addresses.redisUrl, logger);
  const { holder, isDead } = nextHolder(config.dataDir);
  const limits = await sharedLimits(config, redis, holder);
  const catcher = config.roles.includes('delivery')
    ? await startCatcher({ dataDir: config.dataDir, sandboxDomains: config.sandboxDomains, onGone: onFatal })
    : undefined;
  // Without MongoDB this is every lease at once, at each of its heartbeats.
  const onLost = onceASecond((fields: { readonly reason: string }) =>
    logger.error(fields, 'a lease could not be kept'),
  );
  const onFailure = (error: unknown): void =>
    onLost({ reason: error instanceof Error ? error.message : String(error) });
  const leases = new Map<string, boolean>();
  const onTurn = (name: string, isHeld: boolean): void => void leases.set(name, isHeld);
  const lease = { holder, isDead, ...leaseTimes, clock: systemClock, onFailure, onTurn };
  const shared = new SharedProjections({ log, lease, logger, projections, runs: config.roles.includes('projections') });
  const engines: Engines = {
    ...log,
    hash: await openKeyedHash(log.keys),
    whenProcessed: (...wait) => shared.whenProcessed(...wait),
    captured: catcher?.mail ?? nothingCaptured,
  };
  const watch = watchEngines({ log, redis, addresses, logger });
  return {
    engines,
    installation,
    rateLimiter: limits.rateLimiter,
    quotaCounter: createRedisQuotaCounter(redis),
    patience: createRedisSignInPatience({
      redis,
      hashOf: (key) => engines.hash.hash('sign-in-tries', [key]),
      alone: createInProcessSignInPatience(() => systemClock.now()),
    }),
    allowances: createRedisDailyAllowances({
      redis,
      hashOf: (key) => engines.hash.hash('sign-in-tries', ['allowance', key]),
      alone: createInProcessDailyAllowances(() => systemClock.now()),
    }),
    masterKeyCreated: false,
    projectionStatus: () => shared.status(),
    engineFailures: () => watch.failures(),
    canAccept: () => watch.canAccept(),
    engineOutages: () => watch.outages(),
    leases: () => leases,
    logFaults: () => logFaults,
    engineCalls: () => calls.entries(),
    explained: (error) => whatWentAway(error, addresses),
    alone: (name, signal, work) => underLease(log.leases, name, { ...lease, signal }, work),
    startDelivery: (start) =>
      startDistributedDelivery({ engines, leases: log.leases, redis, catcher, logger, ...start }),
    async close() {
      await watch.stop();
      await shared.stop();
      await limits.leave();
      await catcher?.close();
      redis.close();
      await log.close();
      lock.release();
    },
  };
}

/** Lives of a process that may each have left leases: those of earlier ones have passed by themselves. */
const keptHolders = 20;

/**
 * What this process calls itself in leases, and how it knows its earlier lives: under the folder's lock they are gone.
 * So a process that was killed goes on at once, and one that is killed every few seconds does not wait for its own
 * leases for ever.
 */
function nextHolder(dataDir: string): Pick<HoldLeaseOptions, 'holder'> & Required<Pick<HoldLeaseOptions, 'isDead'>> {
  const earlier = readOwnNames(dataDir, 'holders').slice(-keptHolders);
  const holder = ids.next();
  // Before anything else learns of it.
  writeOwnNames(dataDir, 'holders', [...earlier, holder]);
  return { holder, isDead: (other) => earlier.includes(other) };
}

function logReports(logger: Logger, faults: Map<LogFault, number>): EventStoreDbReports {
  const count = (fault: LogFault) => (): void => void faults.set(fault, (faults.get(fault) ?? 0) + 1);
  return {
    onDropped: count('dropped-subscription'),
    onStrayAnswer: count('stray-answer'),
    outages: {
      onAway: (reason) => logger.warn({ reason }, 'EventStoreDB is away or elects its leader: what needs it waits'),
      onBack: (outage) => logger.info(outage, 'EventStoreDB is back'),
    },
  };
}

function underLease(
  leases: LeaseStore,
  name: string,
  options: HoldLeaseOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  return holdLease(leases, `work:${name}`, options, ({ signal }) => work(signal));
}

/** Only processes that take from the limit share it. */
async function sharedLimits({ rateLimitPerSecond, roles }: Config, redis: RedisConnection, processId: string) {
  const takes = roles.includes('api') || roles.includes('smtp');
  if (rateLimitPerSecond === 0 || !takes) return { rateLimiter: null, leave: async () => undefined };
  const processes = await joinProcesses(redis, processId);
  const rateLimiter = createRedisRateLimiter({ redis, requestsPerSecond: rateLimitPerSecond, processes });
  return { rateLimiter, leave: () => processes.leave() };
}

/** Its messages are with the process that delivers. */
const nothingCaptured: CapturedMail = {
  forEmail: async () => [],
  whole: async () => undefined,
  forget: async () => undefined,
  empty: async () => undefined,
};
