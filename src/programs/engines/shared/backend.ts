import { inWords, mayPass } from '../../../application/engines/engine-failure.js';
import { establishInstallation, StartRefused } from '../../../application/installation/establish-installation.js';
import { type HoldLeaseOptions, holdLease, leaseTimes } from '../../../application/lease/hold-lease.js';
import type { CapturedMail } from '../../../application/ports/captured-mail.js';
import { EventLogUnavailable } from '../../../application/ports/event-store.js';
import type { LeaseStore } from '../../../application/ports/lease.js';
import { ReadStoreUnavailable } from '../../../application/ports/read-store.js';
import { VaultUnavailable } from '../../../application/ports/vault.js';
import type { Backend, BackendOptions, Engines, LogFault } from '../backend.js';
import { endWhenDamaged, sayLockDamaged, spareCaught } from '../embedded/sound-files.js';
import { startDistributedDelivery } from './delivery.js';
import { EngineUnusable, untilUsable, usable } from './start-patience.js';
import { SharedProjections } from '../../../infrastructure/projection-runner/shared-projections.js';
import { startCatcher } from '../../../infrastructure/catcher/catcher.js';
import type { Config, EngineAddresses } from '../../../infrastructure/config/config.js';
import { lockDataDir } from '../../../infrastructure/data-dir/data-dir.js';
import { readOwnNames, writeOwnNames } from '../../../infrastructure/data-dir/own-names.js';
import { EngineWatch } from '../../../infrastructure/engine-failure/watch-engines.js';
import { createEventCodec } from '../../../infrastructure/event-codec/event-codec.js';
import { categories, eventRegistry, projections } from '../../../programs/resources/resources.js';
import { bodySealer } from '../../../infrastructure/event-codec/sealing.js';
import {
  type EventStoreDbReports,
  openEventStoreDb,
} from '../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { whyEventStoreDbFailed } from '../../../infrastructure/event-store/eventstoredb/why-failed.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { ids } from '../../../infrastructure/system/ids.js';
import { probeAppend } from '../../../infrastructure/event-store/probe-append.js';
import { openKeyedHash } from '../../../infrastructure/crypto/keyed-hash.js';
import { listLeases } from '../../../infrastructure/lease/mongodb/list-leases.js';
import { mongodbLeaseStore } from '../../../infrastructure/lease/mongodb/mongodb-lease-store.js';
import { connectMongodb, type MongodbConnection, probeWrite } from '../../../infrastructure/mongodb/connect-mongodb.js';
import { whyMongodbFailed } from '../../../infrastructure/mongodb/why-failed.js';
import { createRedisQuotaCounter } from '../../../infrastructure/quota-counter/redis/redis-quota-counter.js';
import { joinProcesses } from '../../../infrastructure/rate-limiter/redis/process-count.js';
import { createInProcessDailyAllowances } from '../../../infrastructure/rate-limiter/in-process-daily-allowances.js';
import { createRedisDailyAllowances } from '../../../infrastructure/rate-limiter/redis/redis-daily-allowances.js';
import { createInProcessSignInPatience } from '../../../infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createRedisSignInPatience } from '../../../infrastructure/rate-limiter/redis/redis-sign-in-patience.js';
import { createRedisRateLimiter } from '../../../infrastructure/rate-limiter/redis/redis-rate-limiter.js';
import { mongodbReadModelIdentity } from '../../../infrastructure/read-store/mongodb/mongodb-read-model-identity.js';
import { MongodbReadStore } from '../../../infrastructure/read-store/mongodb/mongodb-read-store.js';
import { connectRedis } from '../../../infrastructure/redis/connect-redis.js';
import { whyRedisFailed } from '../../../infrastructure/redis/why-failed.js';
import type { RedisConnection } from '../../../infrastructure/redis/redis-connection.js';
import { openMongoVault } from '../../../infrastructure/vault/mongodb/open-vault.js';
import { EngineCalls, type OnCall } from '../../../infrastructure/telemetry/engine-calls.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { onceASecond } from '../../../infrastructure/telemetry/once-a-second.js';
import { withOtherKey } from '../../../infrastructure/vault/master-key.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';

/** The log alone; needs no key. Throws `StartRefused` where it cannot be reached. */
export async function openSharedEventStore(
  { eventStoreUrl }: Pick<EngineAddresses, 'eventStoreUrl'>,
  reports: EventStoreDbReports = {},
) {
  const why = (error: unknown) => whyEventStoreDbFailed(eventStoreUrl, error);
  const store = await usable(why, async () => openEventStoreDb({ url: eventStoreUrl, categories, ...reports }));
  try {
    await usable(why, () => store.head());
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * What the CLI and a server both open: log and vault on shared engines. `destroyedLog` lies on this machine, apart from
 * the database: a restored copy of that brings none of its keys back.
 */
export async function openSharedLog(
  config: Pick<Config, 'masterKey' | 'otherMasterKey'>,
  { eventStoreUrl, mongodbUrl }: EngineAddresses,
  destroyedLog: string | undefined,
  reports?: EventStoreDbReports,
  onMongodbCall?: OnCall,
) {
  const store = await openSharedEventStore({ eventStoreUrl }, reports);
  const mongodb = await usableMongodb(mongodbUrl, onMongodbCall).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  try {
    // The schema asks for it beside these addresses.
    const masterKey = withOtherKey(Buffer.from(config.masterKey ?? '', 'hex'), config);
    const vault = await openMongoVault({
      db: mongodb.database,
      looksUpMany: mongodb.looksUpMany,
      masterKey,
      ...(destroyedLog === undefined ? {} : { destroyedLog }),
    }).catch(async (error: unknown) => {
      throw await whatWentAway(error, { eventStoreUrl, mongodbUrl });
    });
    const { keys, blobs, sweep, copy, rotation, identify, establish } = vault;
    const readStore = new MongodbReadStore(mongodb);
    return {
      store,
      // All followers of a process are handed the same events.
      codec: createEventCodec({ registry: eventRegistry, keepsRead: true }),
      keys,
      blobs,
      sweep,
      sealer: bodySealer,
      vault: { identify, establish },
      copy,
      rotation,
      readStore,
      readModels: mongodbReadModelIdentity(mongodb.database),
      probeWrite: () => probeWrite(mongodb.database),
      leases: mongodbLeaseStore(mongodb.database),
      /** Every lease as it stands. */
      listLeases: () => listLeases(mongodb.database),
      async close() {
        await store.close();
        await vault.close();
        await mongodb.close();
      },
    };
  } catch (error) {
    await store.close();
    await mongodb.close();
    throw error;
  }
}

export type SharedLog = Awaited<ReturnType<typeof openSharedLog>>;

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
    const installation = await establishInstallation(logPorts(log), log.vault, log.readModels);
    await warmUp(log, addresses);
    return { log, installation };
  } catch (error) {
    await log.close();
    throw await whatWentAway(error, addresses);
  }
}

/** As many connections as the first mails want. */
const warmConnections = 8;

/**
 * What accepting asks of log and vault, in ways that leave nothing: connections, and the code on the way, are there
 * before the first mail is. Throws {@link EngineUnusable} where one of them can be read and takes no writes.
 */
async function warmUp(log: SharedLog, { eventStoreUrl, mongodbUrl }: EngineAddresses): Promise<void> {
  const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: warmConnections }, work));
  await Promise.all([
    usable(
      (error) => whyEventStoreDbFailed(eventStoreUrl, error),
      () => atOnce(() => probeAppend(log.store)),
    ),
    usable(
      (error) => whyMongodbFailed(mongodbUrl, error),
      () => atOnce(log.probeWrite),
    ),
  ]);
}

/** The error itself where it is about something else than an engine. */
async function whatWentAway(
  error: unknown,
  { eventStoreUrl, mongodbUrl }: Pick<EngineAddresses, 'eventStoreUrl' | 'mongodbUrl'>,
): Promise<unknown> {
  if (error instanceof EventLogUnavailable || (error instanceof StartRefused && error.code === 'log-unavailable')) {
    return new EngineUnusable(await whyEventStoreDbFailed(eventStoreUrl, error), { cause: error });
  }
  if (error instanceof VaultUnavailable || error instanceof ReadStoreUnavailable) {
    return new EngineUnusable(await whyMongodbFailed(mongodbUrl, error.cause), { cause: error });
  }
  return error;
}

/**
 * Without Redis a process goes on, but not with an address that will never lead to one. Throws {@link EngineUnusable}.
 */
async function refuseUselessRedis(url: string, logger: Logger): Promise<void> {
  const failure = await whyRedisFailed(url);
  if (!mayPass(failure)) throw new EngineUnusable(failure);
  logger.warn(
    { engine: failure.engine, cause: failure.cause, ...inWords(failure) },
    'an engine cannot be used yet: the start goes on without it',
  );
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
    onOutage: (reason) => logger.error({ reason }, 'Redis is away: limits are local, and no mail is delivered'),
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
  const watch = new EngineWatch(
    [
      {
        name: 'EVENTSTOREDB_URL',
        isNeededToAccept: true,
        ask: () => probeAppend(log.store),
        why: (error) => whyEventStoreDbFailed(addresses.eventStoreUrl, error),
      },
      {
        name: 'MONGODB_URL',
        isNeededToAccept: true,
        ask: log.probeWrite,
        why: (error) => whyMongodbFailed(addresses.mongodbUrl, error),
      },
      {
        name: 'REDIS_URL',
        isNeededToAccept: false,
        ask: async () => (redis.isUp() ? undefined : Promise.reject(new Error('Redis is away'))),
        why: () => whyRedisFailed(addresses.redisUrl),
      },
    ],
    logger,
  );
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
    startDelivery: ({ metrics, copiedAt }) =>
      startDistributedDelivery({ config, engines, leases: log.leases, redis, catcher, logger, metrics, copiedAt }),
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

/** Throws {@link EngineUnusable}. */
export function usableMongodb(url: string, onCall?: OnCall): Promise<MongodbConnection> {
  return usable(
    (error) => whyMongodbFailed(url, error),
    () => connectMongodb(url, onCall === undefined ? {} : { onCall }),
  );
}
