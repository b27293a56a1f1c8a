import { inWords, mayPass } from '../../../application/engines/engine-failure.js';
import { StartRefused } from '../../../application/installation/start-refused.js';
import { type EventStore, EventLogUnavailable, type NewStoredEvent } from '../../../application/ports/event-store.js';
import { ReadStoreUnavailable } from '../../../application/ports/read-store.js';
import { VaultUnavailable } from '../../../application/ports/vault.js';
import { installationStream } from '../../../domain/shared/stream-name.js';
import type { EngineAddresses } from '../../../infrastructure/config/config.js';
import { EngineWatch } from '../../../infrastructure/engine-failure/watch-engines.js';
import { whyEventStoreDbFailed } from '../../../infrastructure/event-store/eventstoredb/diagnosis.js';
import { whyMongodbFailed } from '../../../infrastructure/mongodb/diagnosis.js';
import { whyRedisFailed } from '../../../infrastructure/redis/diagnosis.js';
import type { RedisConnection } from '../../../infrastructure/redis/redis-connection.js';
import { ids } from '../../../infrastructure/system/ids.js';
import type { Logger } from '../../../infrastructure/telemetry/logger.js';
import { EngineUnusable, usable } from './start-patience.js';

/** Log and vault, as far as it is asked whether they take writes. */
interface Writable {
  readonly store: Pick<EventStore, 'append'>;
  probeWrite(): Promise<unknown>;
}

export interface Watched {
  readonly log: Writable;
  readonly redis: Pick<RedisConnection, 'isUp'>;
  readonly addresses: EngineAddresses;
  readonly logger: Logger;
}

/** Looks at each engine until it is stopped. */
export function watchEngines({ log, redis, addresses, logger }: Watched): EngineWatch {
  return new EngineWatch(
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
        ask: () => log.probeWrite(),
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
}

/** As many connections as the first mails want. */
const warmConnections = 8;

/**
 * What accepting asks of log and vault, in ways that leave nothing: connections, and the code on the way, are there
 * before the first mail is. Throws {@link EngineUnusable} where one of them can be read and takes no writes.
 */
export async function warmUp(log: Writable, { eventStoreUrl, mongodbUrl }: EngineAddresses): Promise<void> {
  const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: warmConnections }, work));
  await Promise.all([
    usable(
      (error) => whyEventStoreDbFailed(eventStoreUrl, error),
      () => atOnce(() => probeAppend(log.store)),
    ),
    usable(
      (error) => whyMongodbFailed(mongodbUrl, error),
      () => atOnce(() => log.probeWrite()),
    ),
  ]);
}

/** The error itself where it is about something else than an engine. */
export async function whatWentAway(
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
export async function refuseUselessRedis(url: string, logger: Logger): Promise<void> {
  const failure = await whyRedisFailed(url);
  if (!mayPass(failure)) throw new EngineUnusable(failure);
  logger.warn(
    { engine: failure.engine, cause: failure.cause, ...inWords(failure) },
    'an engine cannot be used yet: the start goes on without it',
  );
}

/** Beyond what any stream of ours will ever have. */
const impossibleRevision = 2 ** 40;

/**
 * An append as every other, which the log refuses because the stream is not so long: it has gone the whole way, and
 * leaves nothing. Rejects where it had no such answer.
 */
async function probeAppend(store: Pick<EventStore, 'append'>): Promise<void> {
  const event: NewStoredEvent = { id: ids.next(), type: 'Probe', data: '{}', metadata: '{}' };
  const appended = await store.append([{ stream: installationStream, expected: impossibleRevision, events: [event] }]);
  if (appended.result === 'unknown') throw appended.cause;
}
