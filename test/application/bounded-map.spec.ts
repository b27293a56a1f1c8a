import { BoundedMap } from '../../src/application/shared/bounded-map.js';

describe('a bounded map', () => {
  it('drops what was set longest ago; setting it again makes it the newest', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  it('drops nothing while it is not full', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2);
    map.delete('a');
    expect([...map.set('c', 3).keys()]).toEqual(['b', 'c']);
  });
});
