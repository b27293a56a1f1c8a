import type { Kid } from '../../src/domain/shared/personal.js';
import type { StoredEvent } from '../../src/application/ports/event-store.js';
import { decodeInTurns, keysInTurns } from '../../src/application/shared/decode-in-turns.js';

const storedOf = (count: number, characters: number) =>
  Array.from({ length: count }, (_, revision) => ({ revision, data: 'x'.repeat(characters) }) as StoredEvent);

it.each([
  { name: 'a short stream at once', stored: storedOf(100, 10), turns: [100] },
  { name: 'a long one in turns', stored: storedOf(250, 10), turns: [100, 100, 50] },
  { name: 'large events a few at a time', stored: storedOf(5, 400_000), turns: [3, 2] },
  { name: 'one that is larger than a turn alone', stored: storedOf(2, 2_000_000), turns: [1, 1] },
  { name: 'an empty one', stored: [], turns: [] },
])('opens $name', async ({ stored, turns }) => {
  const opened: number[] = [];
  const codec = {
    decode(some: readonly StoredEvent[]) {
      opened.push(some.length);
      return some as never;
    },
  };
  expect(await decodeInTurns(codec, stored, undefined)).toEqual(stored);
  expect(opened).toEqual(turns);
  const asked: number[] = [];
  const kids = (some: readonly StoredEvent[]) => {
    asked.push(some.length);
    return some.map(({ revision }) => `${revision % 2}` as Kid);
  };
  const getMany = async (all: readonly Kid[]) => new Map(all.map((kid) => [kid, { state: 'missing' }] as const));
  const ring = await keysInTurns({ codec: { kids }, keys: { getMany } }, stored);
  expect([...ring.keys()]).toEqual(['0', '1'].slice(0, stored.length));
  expect(asked).toEqual(turns);
});
