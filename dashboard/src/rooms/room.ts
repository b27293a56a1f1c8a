import type { IconKey } from '@tabler/icons-react';
import type { RouteComponent } from '@tanstack/react-router';
import type { LiveReads } from '../api/live';
import type { Operation } from '../api/operations';
import type { Feature } from '../api/served';
import type { Search } from '../router/search';

/** Headings of the sidebar, in this order; the settings close it without one. */
export const sidebarGroups = ['send', 'audience', 'insights', 'developers', 'operations', 'settings'] as const;
/** Headings in the list of settings. */
export const settingsGroups = ['yours', 'teams', 'server'] as const;
export type SidebarGroup = (typeof sidebarGroups)[number];
type SettingsGroup = (typeof settingsGroups)[number];

/**
 * One address of the page: its route, its place in menu, palette and shortcuts, its title, and what is read again
 * follow from it.
 */
export interface Room<Path extends string = string, Asked extends object = object> {
  /** Below `/dashboard`. */
  readonly path: Path;
  /** What its address may ask. A room gets what it knows, whatever was written there. */
  readonly search: (search: Search) => Asked;
  /** By `lazyRouteComponent`: loaded when the room is first opened. */
  readonly component: RouteComponent;
  /** As the menus, the palette and the shortcuts name it; the heading of its page, where that has no other. */
  readonly title?: string;
  /** Absent when another room leads there. */
  readonly menu?: Menu;
  /** What the palette does here beside opening it. */
  readonly commands?: readonly RoomCommand[];
  /** By what the server announces as changed: what is read again at once while the page is looked at. */
  readonly live?: LiveReads;
}

/** Opens the room with these parameters: a form for a new one, a dialog. */
export interface RoomCommand {
  /** A verb with an object. */
  readonly title: string;
  /** The operation that it ends in: it is offered to the roles that may ask this. */
  readonly may: Operation;
  readonly search: Readonly<Record<string, unknown>>;
}

type Menu = MainMenu | SettingsMenu;

interface Entry {
  /** Where it stands in its group, from the top: a test finds two rooms in one place. */
  readonly place: number;
  /** What it begins with: it is offered to the roles that may ask this. */
  readonly reads: Operation;
  /** Only where the server has it. */
  readonly feature?: Feature;
}

export interface MainMenu extends Entry {
  /** Under which heading of the sidebar. */
  readonly group: SidebarGroup;
  readonly icon: typeof IconKey;
  /** Pressed one after the other. */
  readonly keys: string;
  /** A number beside its name: how many troubles keep email from leaving now. */
  readonly badge?: 'troubles';
}

export interface SettingsMenu extends Entry {
  /** Under which heading of the settings. */
  readonly group: SettingsGroup;
}

/**
 * The types of the rooms, by folder: each `room.ts` adds its own, so that links and the parameters of addresses are
 * checked. What there is at run time is found in the folders (`index.ts`).
 */
// An interface, because only that can be added to; the settings stand in it themselves.
export interface Rooms extends Readonly<Record<never, readonly Room[]>> {}

type Described<Path extends string> = Omit<Room<Path>, 'search' | 'title' | 'menu'> &
  ({ readonly title: string; readonly menu: Menu } | { readonly title?: string; readonly menu?: never });

/** Describes a room. Without `search` its address has no parameters. */
export function room<const Path extends string, Asked extends object>(
  given: Described<Path> & Pick<Room<Path, Asked>, 'search'>,
): Room<Path, Asked>;
export function room<const Path extends string>(given: Described<Path>): Room<Path>;
export function room(given: Omit<Room, 'search'> & Partial<Pick<Room, 'search'>>): Room {
  return { search: () => ({}), ...given };
}
