import { z } from 'zod';
import {
  forgottenAfterMs,
  isOfNetwork,
  type SignInPatience,
  waitAfterMs,
} from '../../../application/ports/sign-in-patience.js';
import type { RedisConnection } from '../../redis/redis-connection.js';

export interface RedisSignInPatienceOptions {
  readonly redis: RedisConnection;
  /** What is tried holds addresses: Redis is given keyed hashes. */
  readonly hashOf: (key: string) => string;
  /** Without Redis each process counts on its own. */
  readonly alone: SignInPatience;
}

/** One count for all processes, by the clock of Redis. */
export function createRedisSignInPatience({ redis, hashOf, alone }: RedisSignInPatienceOptions): SignInPatience {
  const namesOf = (keys: readonly string[]) => keys.map((key) => `${redis.prefix}:tries:${hashOf(key)}`);
  return {
    async take(keys) {
      const waits = keys.map((key) => waitsOf(key).join(' '));
      const args = [...namesOf(keys), forgottenAfterMs, ...waits];
      try {
        return z.int().parse(await redis.ask(() => redis.client.eval(takeScript, keys.length, ...args)));
      } catch {
        return alone.take(keys);
      }
    },
    async succeeded(keys) {
      await alone.succeeded(keys);
      const giveBack = keys.map((key) => (isOfNetwork(key) ? 1 : 0));
      await redis
        .ask(() => redis.client.eval(succeededScript, keys.length, ...namesOf(keys), ...giveBack))
        .catch(() => undefined);
    },
  };
}

/** After no try, after one …, until it grows no more. */
function waitsOf(key: string): readonly number[] {
  const waits: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const waitMs = waitAfterMs(key, tries);
    if (waitMs > 0 && waitMs === waits.at(-1)) return waits;
    waits.push(waitMs);
  }
}

/** KEYS: what was tried. ARGV: for each key 1 to give back one try, 0 to forget them all. */
const succeededScript = `
for index, key in ipairs(KEYS) do
  if ARGV[index] == '1' and tonumber(redis.call('HGET', key, 'count') or 0) > 1 then
    redis.call('HINCRBY', key, 'count', -1)
  else
    redis.call('DEL', key)
  end
end
return 0`;

/** KEYS: what is tried. ARGV: when a key is forgotten, then for each key the waits by its tries. */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local longest = 0
for index, key in ipairs(KEYS) do
  local kept = redis.call('HMGET', key, 'count', 'last')
  local waits = {}
  for wait in string.gmatch(ARGV[index + 1], '%d+') do table.insert(waits, tonumber(wait)) end
  local wait = waits[math.min(tonumber(kept[1] or 0) + 1, #waits)]
  longest = math.max(longest, tonumber(kept[2] or 0) + wait - now)
end
if longest > 0 then return longest end
for _, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, 'count', 1)
  redis.call('HSET', key, 'last', now)
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0`;
