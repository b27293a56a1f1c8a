import { rmSync } from 'node:fs';
import { type EventStoreProcess, startEventStoreProcess } from '../support/eventstore-process.js';
import { type MongodbServer, mongodbIsThere, startMongodb } from '../support/mongodb-server.js';
import { redisRuns, type RedisServer, startRedis } from '../support/redis-server.js';
import { temporaryFolder } from '../support/server.js';

/** A whole set of engines of its own. */
export interface SharedEngines {
  /** The three addresses and the master key, as configuration. */
  readonly env: Readonly<Record<string, string>>;
  readonly eventStore: EventStoreProcess;
  readonly redis: RedisServer;
  stop(): Promise<void>;
}

const masterKey = '07'.repeat(32);

/** Registers a suite over all three engines; where one is not installed it is skipped by name. */
export function describeOverEngines(name: string, tests: (engines: () => SharedEngines) => void): void {
  const missing = [mongodbIsThere() ? [] : ['MongoDB'], redisRuns() ? [] : ['Redis']].flat();
  if (missing.length > 0) {
    process.stdout.write(`skipped: ${name} (not installed: ${missing.join(', ')})\n`);
    describe.skip(name, () => tests(() => never(name)));
    return;
  }
  describe(name, () => {
    let engines: SharedEngines | undefined;
    beforeAll(async () => {
      engines = await startEngines();
    });
    afterAll(() => engines?.stop());
    tests(() => engines ?? never(name));
  });
}

function never(name: string): never {
  throw new Error(`the engines of ${name} do not run`);
}

async function startEngines(): Promise<SharedEngines> {
  const dir = temporaryFolder();
  const eventStore = await startEventStoreProcess({ dir });
  const mongodb: MongodbServer = await startMongodb();
  const redis = await startRedis();
  return {
    env: {
      EVENTSTOREDB_URL: eventStore.connectionString,
      MONGODB_URL: mongodb.url,
      REDIS_URL: redis.url,
      MASTER_KEY: masterKey,
    },
    eventStore,
    redis,
    async stop() {
      await eventStore.kill();
      await mongodb.stop();
      await redis.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
