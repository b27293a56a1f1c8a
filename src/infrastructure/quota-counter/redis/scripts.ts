import { z } from 'zod';

/** KEYS: the team's figures. ARGV: day, recipients, daily limit or '', monthly limit or ''. */
export const reserveScript = `
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

export const reserveReply = z.union([
  z.tuple([z.literal('unknown')]),
  z.tuple([z.enum(['daily', 'monthly']), z.int(), z.int()]),
  z.tuple([z.literal('reserved'), z.int(), z.int(), z.string()]),
]);

/** ARGV: the basis, recipients. */
export const releaseScript = `
if redis.call('HGET', KEYS[1], 'basis') ~= ARGV[1] then return end
redis.call('HINCRBY', KEYS[1], 'daily', -ARGV[2])
redis.call('HINCRBY', KEYS[1], 'monthly', -ARGV[2])`;

/** ARGV: day, daily, monthly, the basis, milliseconds that the figures are kept. */
export const rebaseScript = `
redis.call('HSET', KEYS[1], 'day', ARGV[1], 'daily', ARGV[2], 'monthly', ARGV[3], 'basis', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])`;

/** Reply to `HMGET day daily monthly`. */
export const usedReply = z.tuple([z.string().nullable(), z.coerce.number(), z.coerce.number()]);
