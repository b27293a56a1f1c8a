import type { Queue } from 'bull';
import { z } from 'zod';
import { type Job, newsMs } from '../../../application/ports/work-queue.js';
import { redisScript } from '../../redis/script.js';

/**
 * Puts jobs as Bull's own `addJob` does, many in one step, and answers 1 for each that was put. One that Redis holds is
 * known, and of news one that was put within the last while. What is stored of a job that is in no list, locked by no
 * worker, is a leftover: Bull ignores whatever has the id of something that it keeps, and every later offer of it would
 * be lost. Lists are searched last: a job in line is nearly always found by its number.
 *
 * KEYS: wait, active, delayed, priority, id, put. ARGV: what keys of jobs begin with, now, for how long it is
 * remembered what was put, 1 for news, then of each job: id, data, options, priority, when it is due or 0.
 */
const put = redisScript(`
local wait, active, delayed, byPriority = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local base, now, rememberedMs, isNews = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
redis.call('ZREMRANGEBYSCORE', KEYS[6], '-inf', now - rememberedMs)

local function isHeld(id)
  if redis.call('EXISTS', base .. id) == 0 then return false end
  if redis.call('EXISTS', base .. id .. ':lock') == 1 then return true end
  if redis.call('ZSCORE', byPriority, id) or redis.call('ZSCORE', delayed, id) then return true end
  for list = 1, 2 do
    for _, held in ipairs(redis.call('LRANGE', KEYS[list], 0, -1)) do
      if held == id then return true end
    end
  end
  return false
end

local function line(id, priority)
  redis.call('ZADD', byPriority, priority, id)
  local before = redis.call('ZCOUNT', byPriority, 0, priority) - 1
  local next = redis.call('LINDEX', wait, redis.call('LLEN', wait) - before)
  if next then redis.call('LINSERT', wait, 'BEFORE', next, id) else redis.call('RPUSH', wait, id) end
end

local answers = {}
local earliest = 0
for at = 5, #ARGV, 5 do
  local id, dueAt = ARGV[at], tonumber(ARGV[at + 4])
  if isHeld(id) or (isNews and redis.call('ZSCORE', KEYS[6], id)) then
    table.insert(answers, 0)
  else
    redis.call('DEL', base .. id)
    redis.call('HSET', base .. id, 'name', '__default__', 'data', ARGV[at + 1], 'opts', ARGV[at + 2], 'timestamp', now,
      'delay', math.max(0, dueAt - now), 'priority', ARGV[at + 3])
    if dueAt > now then
      redis.call('ZADD', delayed, dueAt * 0x1000 + bit.band(redis.call('INCR', KEYS[5]), 0xfff), id)
      if earliest == 0 or dueAt < earliest then earliest = dueAt end
    else
      line(id, ARGV[at + 3])
    end
    redis.call('ZADD', KEYS[6], now, id)
    table.insert(answers, 1)
  end
end
redis.call('PEXPIRE', KEYS[6], rememberedMs)
if earliest > 0 then redis.call('PUBLISH', delayed, earliest) end
return answers
`);

const answers = z.array(z.literal([0, 1]));

/** So many in one step: others wait for it, a millisecond or two. */
export const mostAtOnce = 100;

export interface JobInLine {
  readonly job: Job;
  readonly priority: number;
}

/** Whether each was put; false: Redis knows it. At most {@link mostAtOnce}. */
export async function putJobs(bull: Queue, jobs: readonly JobInLine[], isNews: boolean): Promise<readonly boolean[]> {
  const keys = ['wait', 'active', 'delayed', 'priority', 'id', 'put'].map((name) => bull.toKey(name));
  const nowMs = Date.now();
  const args = jobs.flatMap(({ job, priority }) => {
    const options = { jobId: job.id, priority, attempts: 1, removeOnComplete: true, removeOnFail: true };
    const dueAtMs = job.dueAtMs > nowMs ? Math.ceil(job.dueAtMs) : 0;
    return [job.id, JSON.stringify(job), JSON.stringify(options), priority, dueAtMs];
  });
  const reply = await put(bull.client, keys, [bull.toKey(''), nowMs, newsMs, isNews ? 1 : 0, ...args]);
  return answers.parse(reply).map((answer) => answer === 1);
}

/** As if it had never been put: it did not come to its end. */
export async function forgetJob(bull: Queue, id: string): Promise<void> {
  await bull.client.zrem(bull.toKey('put'), id);
}
