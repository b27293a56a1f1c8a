import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the tests need of a room of `dashboard/src/rooms`; its types are the page's. */
export interface Room {
  readonly path: string;
  readonly title?: string;
  readonly menu?: { readonly group: string; readonly place: number; readonly keys?: string };
  readonly live?: Readonly<Record<string, readonly string[]>>;
}
interface RoomFile {
  readonly rooms: readonly Room[];
  readonly settingsRoom?: Room;
  readonly samples: readonly Sample[];
}
type Sample = readonly [name: string, address: string, ready: string];

const folder = join(import.meta.dirname, '../../dashboard/src/rooms');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('/room.ts'));

/** Every room of the page, those for visitors too. */
export const rooms: Room[] = [];
/** The samples of every room: their address is below `/dashboard`, and `ready` is a part of it that is there once it is. */
export const samples: Sample[] = [];

// One after the other: Jest links no two modules at once.
for (const file of files.sort()) {
  const found = (await import(join(folder, file))) as RoomFile;
  rooms.push(...found.rooms, ...(found.settingsRoom === undefined ? [] : [found.settingsRoom]));
  samples.push(...found.samples);
}
