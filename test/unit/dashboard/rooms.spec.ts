import { resources } from '../../../src/programs/resources/resources.js';
import { answersByFile, type Room, rooms, samples } from '../../dashboard/rooms.js';

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, at) => values.indexOf(value) < at);

describe('the rooms of the page', () => {
  it('have an address each, keys that lead to one room, and a place of their own in their menu', () => {
    const menus = rooms.flatMap(({ menu }) => menu ?? []);
    expect(twice(rooms.map(({ path }) => path))).toEqual([]);
    expect(twice(menus.flatMap(({ keys }) => keys ?? []))).toEqual([]);
    expect(twice(menus.map(({ group, place }) => `${group} ${place}`))).toEqual([]);
  });

  it('are each opened by the walk with axe', () => {
    const opened = samples.map(([, address]) => new URL(address, 'http://page.test').pathname);
    const isOpened = ({ path }: Room): boolean => {
      const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
      return opened.some((address) => pattern.test(address));
    };
    // The list of settings leads to the first of them.
    const shown = rooms.filter(({ path }) => path !== '/settings');
    expect(shown.filter((room) => !isOpened(room)).map(({ path }) => path)).toEqual([]);
  });

  it('are answered the same wherever the walk begins: one file of samples speaks of a request', () => {
    expect(twice(answersByFile().flatMap((answers) => Object.keys(answers)))).toEqual([]);
  });

  it('read again what the server announces, and nothing else', () => {
    const heard = rooms.flatMap(({ live = {} }) => Object.keys(live));
    const announced = resources.flatMap(({ live }) => live?.subject ?? []);
    expect([...new Set(heard)].sort()).toEqual([...new Set(announced)].sort());
  });
});
