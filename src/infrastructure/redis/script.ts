import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Runs on the server as one step. `keys`: all of one slot. */
export type RedisScript = (
  client: Redis,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/** A script that is sent by its digest, and as a whole where the server has forgotten it. */
export function redisScript(lua: string): RedisScript {
  const digest = createHash('sha1').update(lua).digest('hex');
  return async (client, keys, args) => {
    try {
      return await client.evalsha(digest, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(lua, keys.length, ...keys, ...args);
    }
  };
}
