import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis-connection.js';

/** How many processes share a limit, as far as this one has heard. */
export interface ProcessCount {
  /** At least 1. During an outage: what it was before. */
  current(): number;
  /** Is no longer counted by the others. */
  leave(): Promise<void>;
}

const beatEveryMs = 5_000;
/** A process that is silent for so long has gone. */
const forgottenAfterMs = 3 * beatEveryMs;

/** By the clock of Redis: those of the processes may differ. */
const beat = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

/** Has this process counted under an id of its own, for as long as it lives. */
export async function joinProcesses(
  redis: RedisConnection,
  processId: string,
  everyMs = beatEveryMs,
): Promise<ProcessCount> {
  const key = `${redis.prefix}:{processes}`;
  let count = 1;

  async function beatOnce(): Promise<void> {
    const reply = await redis.ask(() => redis.client.eval(beat, 1, key, processId, forgottenAfterMs));
    count = z.int().positive().parse(reply);
  }
  // An outage is reported by the connection; until its end the last count stands.
  const beatQuietly = (): Promise<void> => beatOnce().catch(() => undefined);

  const timer = setInterval(() => void beatQuietly(), everyMs);
  await beatQuietly();
  return {
    current: () => count,
    async leave() {
      clearInterval(timer);
      await redis.ask(() => redis.client.zrem(key, processId)).catch(() => undefined);
    },
  };
}
