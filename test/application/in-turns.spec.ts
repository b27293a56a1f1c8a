import { inTurns, wholeTurn } from '../../src/application/shared/in-turns.js';

const numbers = Array.from({ length: 6 }, (_, index) => index);

it('gives the results in order, and others a turn after so much effort', async () => {
  const happened: string[] = [];
  setImmediate(() => happened.push('another'));
  const results = await inTurns(
    numbers,
    () => 30_000,
    (number) => {
      happened.push(`item ${number}`);
      return number * 2;
    },
  );
  expect(results).toEqual(numbers.map((number) => number * 2));
  expect(happened).toEqual(['item 0', 'item 1', 'another', 'item 2', 'item 3', 'item 4', 'item 5']);
});

it('takes one item in a turn, however large it is', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await inTurns(
    numbers,
    () => 1_000_000,
    () => null,
  );
  clearImmediate(next);
  expect(turns).toBe(numbers.length - 1);
});

it('ends with what the work throws', async () => {
  await expect(
    inTurns(
      numbers,
      () => 100_000,
      (number) => {
        if (number === 2) throw new Error(`at ${number}`);
      },
    ),
  ).rejects.toThrow('at 2');
});

it('lets one of many works go on in each turn, and others between them', async () => {
  const happened: string[] = [];
  let next = setImmediate(function others() {
    happened.push('others');
    next = setImmediate(others);
  });
  const work = (name: string) =>
    inTurns(
      numbers,
      () => wholeTurn,
      () => happened.push(name),
    );
  await Promise.all(Array.from({ length: 20 }, (_, index) => work(`work ${index}`)));
  clearImmediate(next);
  // The first item of each is done at once, with the request that brings it.
  const turns = happened
    .slice(20)
    .join(', ')
    .split('others')
    .map((turn) => turn.match(/work/g)?.length ?? 0);
  expect(Math.max(...turns)).toBe(1);
  expect(happened.filter((each) => each === 'work 0')).toHaveLength(numbers.length);
});
