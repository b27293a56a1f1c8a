import { z } from 'zod';
import { allowanceDayMs, type DailyAllowances } from '../../../application/ports/daily-allowances.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { redisScript } from '../../redis/script.js';

export interface RedisDailyAllowancesOptions {
  readonly redis: RedisConnection;
  /** What is counted names people: Redis is given keyed hashes. */
  readonly hashOf: (key: string) => string;
  /** Without Redis each process counts on its own. */
  readonly alone: DailyAllowances;
}

/** One count for all processes. */
export function createRedisDailyAllowances({ redis, hashOf, alone }: RedisDailyAllowancesOptions): DailyAllowances {
  return {
    async take(allowances) {
      const keys = allowances.map(({ key }) => `${redis.prefix}:allowance:${hashOf(key)}`);
      const args = [allowanceDayMs, ...allowances.map(({ limit }) => limit)];
      try {
        return z.int().parse(await redis.ask(() => take(redis.client, keys, args)));
      } catch {
        return alone.take(allowances);
      }
    },
  };
}

/** KEYS: what is counted. ARGV: how long a day is, then the limit of each. */
const take = redisScript(`
local longest = 0
for index, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[index + 1]) then
    longest = math.max(longest, redis.call('PTTL', key), 1)
  end
end
if longest > 0 then return longest end
for _, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 0`);
