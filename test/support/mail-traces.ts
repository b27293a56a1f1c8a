import { categories } from '../../src/programs/resources/resources.js';
import { Redis } from 'ioredis';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { connectMongodb } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import type { SharedEngines } from './shared-engines.js';

/** What each engine holds of a mail, for the message of a test that misses it. */
export async function tracesOf(engines: SharedEngines, emailId: string): Promise<string> {
  const parts = await Promise.all([inLog(engines, emailId), inReadStore(engines, emailId), inQueue(engines, emailId)]);
  return [emailId, ...parts.flat()].join('\n  ');
}

async function inLog({ eventStore }: SharedEngines, emailId: string): Promise<readonly string[]> {
  const store = openEventStoreDb({ categories, url: eventStore.process().connectionString });
  try {
    const events = await store.readStream(streamName('email', emailId));
    return events.map(({ type, position }) => `log: ${type} at ${position}`);
  } finally {
    await store.close();
  }
}

async function inReadStore(engines: SharedEngines, emailId: string): Promise<readonly string[]> {
  const { database, close } = await connectMongodb(engines.environment()['MONGODB_URL'] ?? '');
  try {
    const collections = (await database.listCollections().toArray()).map(({ name }) => name);
    const pending = collections.filter((name) => name.startsWith('read.pending'));
    const rows = await Promise.all(
      pending.map((name) =>
        database
          .collection<{ _id: string }>(name)
          .find({ _id: { $gte: emailId, $lt: `${emailId}~` } })
          .toArray(),
      ),
    );
    const checkpoints = await database.collection('checkpoints').find().toArray();
    return [...rows.flat(), ...checkpoints].map((row) => `read store: ${JSON.stringify(row)}`);
  } finally {
    await close();
  }
}

async function inQueue(engines: SharedEngines, emailId: string): Promise<readonly string[]> {
  const redis = new Redis(engines.environment()['REDIS_URL'] ?? '');
  const found: string[] = [];
  const note = (key: string, held: readonly string[]) =>
    found.push(...held.filter((text) => text.includes(emailId)).map((text) => `queue: ${key} has ${text}`));
  try {
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      if (key.includes(emailId)) found.push(`queue: key ${key}`);
      if (type === 'list') note(key, await redis.lrange(key, 0, -1));
      if (type === 'zset') note(key, await redis.zrange(key, 0, -1));
      if (type === 'set') note(key, await redis.smembers(key));
    }
    return found.length === 0 ? ['queue: nothing'] : found;
  } finally {
    redis.disconnect();
  }
}
