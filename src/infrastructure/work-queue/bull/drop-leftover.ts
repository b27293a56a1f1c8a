import type { Queue } from 'bull';

/**
 * Removes what is stored of a job that is in no list of Bull and locked by no worker; answers 1 where it did. Lists are searched
 * last: a job in line is nearly always found by its number.
 */
const script = `
local id = ARGV[1]
local job, lock = KEYS[1], KEYS[1] .. ':lock'
if redis.call('EXISTS', job) == 0 or redis.call('EXISTS', lock) == 1 then return 0 end
if redis.call('ZSCORE', KEYS[2], id) or redis.call('ZSCORE', KEYS[3], id) then return 0 end
for list = 4, 6 do
  for _, held in ipairs(redis.call('LRANGE', KEYS[list], 0, -1)) do
    if held == id then return 0 end
  end
end
redis.call('ZREM', KEYS[7], id)
redis.call('ZREM', KEYS[8], id)
redis.call('DEL', job)
return 1
`;

/**
 * Bull ignores whatever has the id of something that it keeps. It hands a job out in two steps: where Redis is emptied
 * between them, the second one makes a trace of the job that no line leads to, and every later offer of it would be lost.
 */
export async function dropLeftover(bull: Queue, id: string): Promise<boolean> {
  const keys = [id, 'priority', 'delayed', 'active', 'wait', 'paused', 'completed', 'failed'].map((name) =>
    bull.toKey(name),
  );
  return (await bull.client.eval(script, keys.length, ...keys, id)) === 1;
}
