import { rmSync } from 'node:fs';
import { type EventStoreProcess, startEventStoreProcess } from './eventstore-process.js';
import { ownMongodbIsThere, startOwnMongodb } from './mongodb-server.js';
import { type RedisServer, redisRuns, startRedis } from './redis-server.js';
import { temporaryFolder } from './server.js';

/** An engine of the shared set, in a process of its own on one port for all its lives. */
export interface Engine {
  /** SIGSTOP: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL. What it promised to keep is kept. */
  kill(): Promise<void>;
  /** Again after {@link kill}; it serves when this resolves. */
  start(): Promise<void>;
}

/** The log's engine; `process`: as it runs now. */
export type SharedEventStore = Engine & { readonly process: () => EventStoreProcess; close(): Promise<void> };

/** The three engines that many Posthorn processes share. */
export interface SharedEngines {
  readonly eventStore: SharedEventStore;
  readonly mongodb: Engine;
  readonly redis: Engine & Pick<RedisServer, 'raw'>;
  /** What every Posthorn process on them is started with. */
  environment(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** What is missing for engines of our own; undefined where all three can be started. */
export function missingForSharedEngines(): string | undefined {
  if (!redisRuns()) return 'redis-server is not installed';
  if (!ownMongodbIsThere()) return 'no MongoDB: set TEST_MONGODB_PROGRAM, or run scripts/install-ferretdb.sh';
  return undefined;
}

/** Whether the suites that run on either set run on this one. */
export const suitesRunOnSharedEngines = (): boolean => process.env['TEST_ENGINES'] === 'shared';

/** `describe` where the engines can be started; otherwise a line says what is skipped. */
export function describeOverSharedEngines(name: string, tests: () => void): void {
  const missing = missingForSharedEngines();
  if (missing === undefined) return void describe(name, tests);
  process.stdout.write(`skipped: ${name}: ${missing}\n`);
  describe.skip(name, tests);
}

/** Starts all three, empty. */
export async function startSharedEngines(
  startLog: () => Promise<SharedEventStore> = startEventStore,
): Promise<SharedEngines> {
  const [eventStore, mongodb, redis] = await Promise.all([startLog(), startOwnMongodb(), startRedis()]);
  return {
    eventStore,
    mongodb,
    redis: {
      raw: redis.raw,
      freeze: () => redis.freeze(),
      thaw: () => redis.thaw(),
      kill: () => redis.stop(),
      start: () => redis.start(),
    },
    environment: () => ({
      EVENTSTOREDB_URL: eventStore.process().connectionString,
      MONGODB_URL: mongodb.url,
      REDIS_URL: redis.url,
      MASTER_KEY: '5f'.repeat(32),
    }),
    async close() {
      await Promise.all([eventStore.close(), mongodb.stop(), redis.close()]);
    },
  };
}

async function startEventStore(): Promise<SharedEventStore> {
  const dir = temporaryFolder();
  let running = await startEventStoreProcess({ dir });
  const { port } = running;
  return {
    process: () => running,
    freeze: () => running.signal('SIGSTOP'),
    thaw: () => running.signal('SIGCONT'),
    kill: () => running.kill(),
    async start() {
      running = await startEventStoreProcess({ dir, port });
    },
    async close() {
      await running.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
