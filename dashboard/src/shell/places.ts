import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { useServed } from '../api/served';
import { useMayDo, useOffered } from '../api/session';
import type { MainMenu, Room, RoomCommand, SettingsMenu } from '../rooms/room';

/**
 * Every room for people who are signed in. A context, so that what stands around the rooms does not import each of
 * them.
 */
export const Rooms = createContext<readonly Room[]>([]);

/** A room that is offered: this server has it, and this person may see it. */
type Place<Menu> = Menu & { readonly title: string; readonly to: NonNullable<LinkProps['to']> };

/** What the sidebar, the palette and the shortcuts lead to. */
export function usePlaces(): readonly Place<MainMenu>[] {
  return useOfferedPlaces().filter(isInSidebar);
}

/** What the list of settings leads to. */
export function useSettingsPlaces(): readonly Place<SettingsMenu>[] {
  return useOfferedPlaces().filter((place): place is Place<SettingsMenu> => !isInSidebar(place));
}

/** What the rooms that are offered have for the palette. */
export function useRoomCommands(): readonly (RoomCommand & { readonly to: NonNullable<LinkProps['to']> })[] {
  const mayDo = useMayDo();
  return useContext(Rooms).flatMap(({ path, commands = [] }) =>
    // The routes are made of the same rooms.
    commands.filter(({ may }) => mayDo(may)).map((each) => ({ ...each, to: path as LinkProps['to'] & string })),
  );
}

const isInSidebar = (place: Place<NonNullable<Room['menu']>>): place is Place<MainMenu> => 'icon' in place;

function useOfferedPlaces(): readonly Place<NonNullable<Room['menu']>>[] {
  const isServed = useServed();
  const isOffered = useOffered();
  return useContext(Rooms).flatMap(({ path, title, menu }) =>
    // The routes are made of the same rooms.
    menu !== undefined && title !== undefined && isServed(menu.feature) && isOffered(menu.reads)
      ? [{ ...menu, title, to: path as LinkProps['to'] & string }]
      : [],
  );
}
