import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unreachable } from '../../../domain/shared/decider.js';
import type { QuotaCounter, QuotaReserved } from '../../../application/ports/quota-counter.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { createInProcessQuotaCounter } from '../in-process-quota-counter.js';

/** KEYS: the team's figures. ARGV: day, recipients, daily limit or '', monthly limit or ''. */
const reserveScript = `
local figures = redis.call('HMGET', KEYS[1], 'day', 'daily', 'monthly', 'basis')
if figures[1] ~= ARGV[1] then return {'unknown'} end
local daily = tonumber(figures[2])
local monthly = tonumber(figures[3])
local recipients = tonumber(ARGV[2])
if ARGV[4] ~= '' and monthly + recipients > tonumber(ARGV[4]) then return {'monthly', daily, monthly} end
if ARGV[3] ~= '' and daily + recipients > tonumber(ARGV[3]) then return {'daily', daily, monthly} end
redis.call('HINCRBY', KEYS[1], 'daily', recipients)
redis.call('HINCRBY', KEYS[1], 'monthly', recipients)
return {'reserved', daily + recipients, monthly + recipients, figures[4]}`;

const reserveReply = z.union([
  z.tuple([z.literal('unknown')]),
  z.tuple([z.enum(['daily', 'monthly']), z.int(), z.int()]),
  z.tuple([z.literal('reserved'), z.int(), z.int(), z.string()]),
]);

/** ARGV: the basis, recipients. */
const releaseScript = `
if redis.call('HGET', KEYS[1], 'basis') ~= ARGV[1] then return end
redis.call('HINCRBY', KEYS[1], 'daily', -ARGV[2])
redis.call('HINCRBY', KEYS[1], 'monthly', -ARGV[2])`;

/** ARGV: day, daily, monthly, the basis, milliseconds that the figures are kept. */
const rebaseScript = `
redis.call('HSET', KEYS[1], 'day', ARGV[1], 'daily', ARGV[2], 'monthly', ARGV[3], 'basis', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])`;

/** Reply to `HMGET day daily monthly`. */
const usedReply = z.tuple([z.string().nullable(), z.coerce.number(), z.coerce.number()]);

/** Longer than any day that is asked for. */
const keptMs = 2 * 24 * 60 * 60 * 1000;

/**
 * One count for all processes. Without Redis each process counts on its own, from figures that it is given again; what
 * it counted alone Redis has not seen, so that a team's figure there is unknown to this process until it is re-based.
 */
export function createRedisQuotaCounter(redis: RedisConnection): QuotaCounter {
  const alone = new Map<string, CountedAlone>();
  const keyOf = (teamId: string): string => `${redis.prefix}:quota:{${teamId}}`;
  const figureIsStale = (teamId: string): boolean => redis.isUp() && alone.has(teamId);

  function countAlone(teamId: string): CountedAlone {
    const counted = alone.get(teamId) ?? createCountedAlone();
    alone.set(teamId, counted);
    return counted;
  }

  return {
    async reserve(teamId, period, recipients, limits) {
      if (figureIsStale(teamId)) return { result: 'unknown' };
      const args = [period.day, recipients, limits.daily ?? '', limits.monthly ?? ''];
      try {
        return reservedOf(await redis.ask(() => redis.client.eval(reserveScript, 1, keyOf(teamId), ...args)));
      } catch {
        return countAlone(teamId).counter.reserve(teamId, period, recipients, limits);
      }
    },
    async release(teamId, basis, recipients) {
      const counted = alone.get(teamId);
      if (counted?.owns(basis) === true) return counted.counter.release(teamId, basis, recipients);
      // What cannot be given back now is set right by the next re-basing.
      await redis
        .ask(() => redis.client.eval(releaseScript, 1, keyOf(teamId), basis, recipients))
        .catch(() => undefined);
    },
    async rebase(teamId, period, used) {
      const args = [period.day, used.daily, used.monthly, randomUUID(), keptMs];
      try {
        await redis.ask(() => redis.client.eval(rebaseScript, 1, keyOf(teamId), ...args));
        alone.delete(teamId);
      } catch {
        await countAlone(teamId).counter.rebase(teamId, period, used);
      }
    },
    async used(teamId, period) {
      if (figureIsStale(teamId)) return undefined;
      try {
        const reply = await redis.ask(() => redis.client.hmget(keyOf(teamId), 'day', 'daily', 'monthly'));
        const [day, daily, monthly] = usedReply.parse(reply);
        return day === period.day ? { daily, monthly } : undefined;
      } catch {
        return countAlone(teamId).counter.used(teamId, period);
      }
    },
  };
}

function reservedOf(reply: unknown): QuotaReserved {
  const parsed = reserveReply.parse(reply);
  switch (parsed[0]) {
    case 'unknown':
      return { result: 'unknown' };
    case 'daily':
    case 'monthly':
      return { result: 'exceeded', quota: parsed[0], used: { daily: parsed[1], monthly: parsed[2] } };
    case 'reserved':
      return { result: 'reserved', used: { daily: parsed[1], monthly: parsed[2] }, basis: parsed[3] };
    default:
      return unreachable(parsed);
  }
}

interface CountedAlone {
  readonly counter: QuotaCounter;
  owns(basis: string): boolean;
}

/** A counter of one outage, whose bases no other counter uses. */
function createCountedAlone(): CountedAlone {
  const counter = createInProcessQuotaCounter();
  const mark = `${randomUUID()}/`;
  return {
    owns: (basis) => basis.startsWith(mark),
    counter: {
      ...counter,
      async reserve(...asked) {
        const reserved = await counter.reserve(...asked);
        return reserved.result === 'reserved' ? { ...reserved, basis: mark + reserved.basis } : reserved;
      },
      release: (teamId, basis, recipients) => counter.release(teamId, basis.slice(mark.length), recipients),
    },
  };
}
