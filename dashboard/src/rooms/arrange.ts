import type { Room } from './room';

/** Headings of the sidebar, in this order; the settings close it without one. */
export const sidebarGroups = ['send', 'audience', 'insights', 'developers', 'operations', 'settings'] as const;
/** Headings in the list of settings. */
const settingsGroups = ['yours', 'teams', 'server'] as const;
export type SidebarGroup = (typeof sidebarGroups)[number];
export type SettingsGroup = (typeof settingsGroups)[number];

const groups: readonly string[] = [...sidebarGroups, ...settingsGroups];

/** @returns the rooms in the order of the menus; those that no menu leads to come last. */
export function arrange<Each extends Room>(rooms: readonly Each[]): readonly Each[] {
  return rooms.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const placesInGroup = 1_000;

const rankOf = ({ menu }: Room): number =>
  menu === undefined ? groups.length * placesInGroup : groups.indexOf(menu.group) * placesInGroup + menu.place;
