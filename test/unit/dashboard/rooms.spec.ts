import { join } from 'node:path';
import type { Subject } from '../../../src/application/live/live-changes.js';
import { samples } from '../../dashboard/rooms.js';

/** What is tried here of a room; its types are the page's. */
interface Room {
  readonly path: string;
  readonly menu?: { readonly keys?: string };
  readonly live?: Readonly<Record<string, readonly string[]>>;
}

const list = join(import.meta.dirname, '../../../dashboard/src/rooms/index.ts');
const { visitorRooms, insideRooms } = (await import(list)) as Readonly<
  Record<'visitorRooms' | 'insideRooms', readonly Room[]>
>;

/** All that the server announces: the compiler asks for each. */
const subjects: Readonly<Record<Subject, true>> = {
  emails: true,
  domains: true,
  suppressions: true,
  webhooks: true,
  'api-keys': true,
  people: true,
  invitations: true,
};

describe('the rooms of the page', () => {
  it('have an address each, and keys that lead to one room', () => {
    const all = [...visitorRooms, ...insideRooms];
    const keys = insideRooms.flatMap(({ menu }) => menu?.keys ?? []);
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are each opened by the walk with axe', () => {
    const opened = samples.map(([, address]) => new URL(address, 'http://page.test').pathname);
    const isOpened = ({ path }: Room): boolean => {
      const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
      return opened.some((address) => pattern.test(address));
    };
    // The list of settings leads to the first of them.
    const rooms = [...visitorRooms, ...insideRooms].filter(({ path }) => path !== '/settings');
    expect(rooms.filter((room) => !isOpened(room)).map(({ path }) => path)).toEqual([]);
  });

  it('read again what the server announces, and nothing else', () => {
    const heard = insideRooms.flatMap(({ live = {} }) => Object.keys(live));
    expect([...new Set(heard)].sort()).toEqual(Object.keys(subjects).sort());
  });
});
