import type { Queue } from 'bull';
import { z } from 'zod';
import type { Seen } from './line-up.js';

const ids = z.array(z.string());
/** Each command's error and answer. */
const looked = z.tuple([z.tuple([z.null(), ids]), z.tuple([z.null(), ids]), z.tuple([z.null(), ids])]);

/** Everything that a Bull queue holds, at one moment. */
export async function lookInto(bull: Queue): Promise<Seen> {
  const reply = await bull.client
    .multi()
    .zrange(bull.toKey('priority'), 0, -1, 'WITHSCORES')
    .zrange(bull.toKey('delayed'), 0, -1)
    .lrange(bull.toKey('active'), 0, -1)
    .exec();
  const [[, due], [, later], [, inWork]] = looked.parse(reply);
  return { due: pairsOf(due), later, inWork };
}

function pairsOf(idsAndScores: readonly string[]): Seen['due'] {
  const pairs: { id: string; priority: number }[] = [];
  for (let index = 0; index + 1 < idsAndScores.length; index += 2) {
    pairs.push({ id: idsAndScores[index] ?? '', priority: Number(idsAndScores[index + 1]) });
  }
  return pairs;
}
