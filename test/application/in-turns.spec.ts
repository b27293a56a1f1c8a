import { inTurns } from '../../src/application/shared/in-turns.js';

const numbers = Array.from({ length: 25 }, (_, index) => index);

it('gives the results in order, and others a turn in between', async () => {
  const happened: string[] = [];
  setImmediate(() => happened.push('another'));
  const results = await inTurns(numbers, (some, from) => {
    happened.push(`from ${from}`);
    return some.map((number) => number * 2);
  });
  expect(results).toEqual(numbers.map((number) => number * 2));
  expect(happened).toEqual(['from 0', 'another', 'from 10', 'from 20']);
});

it('ends with what the work throws', async () => {
  await expect(
    inTurns(numbers, (_some, from) => {
      if (from > 0) throw new Error(`at ${from}`);
      return [];
    }),
  ).rejects.toThrow('at 10');
});
