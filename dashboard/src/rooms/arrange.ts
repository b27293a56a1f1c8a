import { type Room, settingsGroups, sidebarGroups } from './room';

const groups: readonly string[] = [...sidebarGroups, ...settingsGroups];

/** @returns the rooms in the order of the menus; those that no menu leads to come last. */
export function arrange<Each extends Room>(rooms: readonly Each[]): readonly Each[] {
  return rooms.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const placesInGroup = 1_000;

const rankOf = ({ menu }: Room): number =>
  menu === undefined ? groups.length * placesInGroup : groups.indexOf(menu.group) * placesInGroup + menu.place;
