import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What this needs of a room of `dashboard/src/rooms`, whose types are the page's. */
interface RoomFile {
  readonly samples: readonly Sample[];
}
type Sample = readonly [name: string, address: string, ready: string];

const folder = join(import.meta.dirname, '../../dashboard/src/rooms');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('/room.ts'));

/** The samples of every room: their address is below `/dashboard`, and `ready` is a part of it that is there once it is. */
export const samples: Sample[] = [];
// One after the other: Jest links no two modules at once.
for (const file of files.sort()) samples.push(...((await import(join(folder, file))) as RoomFile).samples);
