import { arrange } from './arrange';
import type { Room, Rooms } from './room';
import { settingsRoom } from './settings/room';

/*
 * Every room of the page, as found in the folders beside. Routes, menus, palette, shortcuts and live changes follow
 * from it.
 */

export { settingsRoom };

/** For visitors. */
export { rooms as visitorRooms } from './entry/room';

type KnownRoom = Rooms[keyof Rooms][number];

/** Beside the list of settings. */
type SettingsPath = `${typeof settingsRoom.path}/${string}`;
type SettingsRoom = Extract<KnownRoom, { readonly path: SettingsPath }>;
type MainRoom = Exclude<KnownRoom, SettingsRoom>;

const found = Object.values(
  import.meta.glob<readonly KnownRoom[]>(['./*/**/room.ts', '!./entry/*'], { eager: true, import: 'rooms' }),
).flat();
const isInSettings = (room: KnownRoom): room is SettingsRoom => room.path.startsWith(`${settingsRoom.path}/`);

export const mainRooms = found.filter((room): room is MainRoom => !isInSettings(room));
export const settingsRooms = found.filter(isInSettings);

/** For people who are signed in, in the order of the menus. */
export const insideRooms: readonly Room[] = arrange<Room>([...found, settingsRoom]);
