import type { Queue } from 'bull';
import { z } from 'zod';
import { redisScript } from '../../redis/script.js';
import type { Seen } from './line-up.js';

const look = redisScript(`
return {
  redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[2], 0, -1),
  redis.call('LRANGE', KEYS[3], 0, -1),
}
`);

const ids = z.array(z.string());
const looked = z.tuple([ids, ids, ids]);

/** Everything that a Bull queue holds, at one moment. */
export async function lookInto(bull: Queue): Promise<Seen> {
  const keys = ['priority', 'delayed', 'active'].map((name) => bull.toKey(name));
  const [due, later, inWork] = looked.parse(await look(bull.client, keys, []));
  return { due: pairsOf(due), later, inWork };
}

function pairsOf(idsAndScores: readonly string[]): Seen['due'] {
  const pairs: { id: string; priority: number }[] = [];
  for (let index = 0; index + 1 < idsAndScores.length; index += 2) {
    pairs.push({ id: idsAndScores[index] ?? '', priority: Number(idsAndScores[index + 1]) });
  }
  return pairs;
}
