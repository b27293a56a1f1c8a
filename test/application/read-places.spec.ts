import { ReadPlaces, TooManyReads } from '../../src/application/shared/read-places.js';

describe('places for long reads', () => {
  const limits = { ofPerson: 2, ofOwner: 3, waitingOfPerson: 2, waitingOfOwner: 3 };

  /** Reads that end when they are told to. */
  function reads(places: ReadPlaces) {
    const underWay = new Map<string, () => void>();
    const ask = (owner: string, person: string, name: string) =>
      places.run(owner, person, () => new Promise<void>((end) => underWay.set(name, end)));
    return {
      ask,
      names: () => [...underWay.keys()],
      end: (name: string) => {
        underWay.get(name)?.();
        underWay.delete(name);
      },
    };
  }

  it('are few for a person and an owner; others wait in line, and what is too much is refused', async () => {
    const { ask, names, end } = reads(new ReadPlaces(limits));
    const asked = [ask('o', 'ann', 'a1'), ask('o', 'ann', 'a2'), ask('o', 'ann', 'a3'), ask('o', 'ann', 'a4')];
    await expect(ask('o', 'ann', 'a5')).rejects.toThrow(TooManyReads);
    asked.push(ask('o', 'bob', 'b1'), ask('o', 'bob', 'b2'));
    await expect(ask('o', 'bob', 'b3')).rejects.toThrow(TooManyReads);
    asked.push(ask('another', 'eve', 'e1'));
    await Promise.resolve();
    expect(names()).toEqual(['a1', 'a2', 'b1', 'e1']);
    end('b1');
    await asked[4];
    // Ann has two already.
    await Promise.resolve();
    expect(names()).toEqual(['a1', 'a2', 'e1', 'b2']);
    for (const name of ['a1', 'a2', 'b2', 'e1']) end(name);
    await Promise.all([asked[0], asked[1], asked[5], asked[6]]);
    await Promise.resolve();
    for (const name of ['a3', 'a4']) end(name);
    await Promise.all(asked);
    expect(names()).toEqual([]);
  });

  it('are given back by what fails', async () => {
    const places = new ReadPlaces({ ofPerson: 1, ofOwner: 1, waitingOfPerson: 0, waitingOfOwner: 0 });
    await expect(places.run('o', 'ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await places.run('o', 'ann', async () => 'again')).toBe('again');
  });
});
