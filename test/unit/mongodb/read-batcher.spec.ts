import { ReadBatcher } from '../../../src/infrastructure/mongodb/read-batcher.js';

interface Trip {
  readonly names: readonly string[];
  answer(found?: ReadonlyMap<string, number>): void;
  fail(error: Error): void;
}

let trips: Trip[];
const lane = (mostNames = 10) =>
  new ReadBatcher<number>(
    (names) =>
      new Promise((resolve, reject) =>
        trips.push({ names, answer: (found = new Map()) => resolve(found), fail: reject }),
      ),
    mostNames,
  );
/** Whatever follows from what was asked or answered has happened. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const namesOf = (): readonly (readonly string[])[] => trips.map(({ names }) => names);

beforeEach(() => {
  trips = [];
});

describe('reads that share round trips', () => {
  it('ask once for what is asked in one turn, each name once', async () => {
    const reads = lane();
    const asked = [reads.ask(['a', 'b']), reads.ask(['b']), reads.ask(['c'])];
    await settled();
    expect(namesOf()).toEqual([['a', 'b', 'c']]);
    trips[0]?.answer(new Map([['b', 2]]));
    for (const found of await Promise.all(asked)) expect(found.get('b')).toBe(2);
  });

  it('answer nobody with what was asked for before the question', async () => {
    const reads = lane();
    const before = reads.ask(['a']);
    await settled();
    const after = [reads.ask(['a']), reads.ask(['b'])];
    await settled();
    expect(namesOf()).toEqual([['a']]);
    trips[0]?.answer(new Map([['a', 1]]));
    expect((await before).get('a')).toBe(1);
    await settled();
    expect(namesOf()).toEqual([['a'], ['a', 'b']]);
    trips[1]?.answer(new Map());
    expect((await Promise.all(after)).map((found) => found.get('a'))).toEqual([undefined, undefined]);
  });

  it('have so many names in a round trip, and several for a question of more', async () => {
    const reads = lane(2);
    const asked = [['a', 'b', 'c'], ['d'], ['e', 'd'], ['f']].map((names) => reads.ask(names));
    for (let trip = 0; trip < 4; trip += 1) {
      await settled();
      trips[trip]?.answer();
    }
    await Promise.all(asked);
    expect(namesOf()).toEqual([['a', 'b'], ['c'], ['d', 'e'], ['f']]);
  });

  it('fail together with those that wait behind them, and go on with the next', async () => {
    const reads = lane();
    const first = reads.ask(['a']);
    await settled();
    const second = reads.ask(['b']);
    trips[0]?.fail(new Error('no server'));
    await expect(first).rejects.toThrow('no server');
    await expect(second).rejects.toThrow('no server');
    const third = reads.ask(['c']);
    await settled();
    trips[1]?.answer(new Map([['c', 3]]));
    expect((await third).get('c')).toBe(3);
    expect(namesOf()).toEqual([['a'], ['c']]);
  });
});
