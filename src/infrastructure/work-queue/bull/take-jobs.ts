import type Bull from 'bull';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { retryClass } from '../../../domain/shared/accepted-email.js';
import type { Job } from '../../../application/ports/work-queue.js';
import { redisScript } from '../../redis/script.js';

/**
 * Takes jobs as Bull's own `moveToActive` does, many in one step. One that a wait has brought and that Redis has
 * forgotten since leaves no trace: it would be taken for a job.
 *
 * KEYS: wait, active, priority, stalled. ARGV: what keys of jobs begin with, the worker's token, how long a lock holds,
 * now, how many, the job that a wait has brought or nothing.
 */
const take = redisScript(`
local base, token, lockMs, now, count, brought = unpack(ARGV)
local taken = {}
local function hold(id)
  local job = base .. id
  if redis.call('EXISTS', job) == 0 then
    redis.call('LREM', KEYS[2], 1, id)
    return
  end
  redis.call('SET', job .. ':lock', token, 'PX', lockMs)
  redis.call('ZREM', KEYS[3], id)
  redis.call('HSET', job, 'processedOn', now)
  table.insert(taken, {id, redis.call('HGETALL', job)})
end
if brought ~= '' then
  redis.call('SREM', KEYS[4], brought)
  hold(brought)
end
while #taken < tonumber(count) do
  local id = redis.call('RPOPLPUSH', KEYS[1], KEYS[2])
  if not id then break end
  hold(id)
end
return taken
`);

const takenJobs = z.array(z.tuple([z.string(), z.array(z.string())]));

/** What Bull keeps for itself. */
interface Inside {
  readonly bclient: Redis;
  readonly token: string;
  readonly settings: { readonly lockDuration: number; readonly drainDelay: number };
  nextJobFromJobData(stored: Readonly<Record<string, string>>, id: string): Bull.Job<unknown>;
}
// Its types name none of them; test/engines runs the exact version that we depend on.
const insideOf = (bull: Bull.Queue<unknown>) => bull as unknown as Inside;

/** Some that wait, at most so many; fewer: no other waits. */
export async function takeJobs(
  bull: Bull.Queue<unknown>,
  count: number,
  brought?: string,
): Promise<readonly Bull.Job<unknown>[]> {
  const inside = insideOf(bull);
  const keys = ['wait', 'active', 'priority', 'stalled'].map((name) => bull.toKey(name));
  const args = [bull.toKey(''), inside.token, inside.settings.lockDuration, Date.now(), count, brought ?? ''];
  const taken = takenJobs.parse(await take(bull.client, keys, args));
  return taken.map(([id, stored]) => inside.nextJobFromJobData(fieldsOf(stored), id));
}

/** The id of a job that is ours from now on; null after a while without any. */
export function waitForJob(bull: Bull.Queue<unknown>): Promise<string | null> {
  const { bclient, settings } = insideOf(bull);
  return bclient.brpoplpush(bull.toKey('wait'), bull.toKey('active'), settings.drainDelay);
}

function fieldsOf(stored: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let index = 0; index + 1 < stored.length; index += 2) fields[stored[index] ?? ''] = stored[index + 1] ?? '';
  return fields;
}

/** A job as it lies in Redis: ids, hashes and times, never an address. */
const jobHint = z.discriminatedUnion('kind', [
  z.object({
    id: z.string(),
    kind: z.literal('email'),
    line: z.string(),
    class: retryClass,
    dueAtMs: z.number(),
    payload: z.object({ emailId: z.string(), destination: z.string(), generation: z.int() }),
  }),
]);

/** @returns undefined for what another version has left there: it is offered again in time. */
export function parseJobHint(stored: unknown): Job | undefined {
  return jobHint.safeParse(stored).data;
}
