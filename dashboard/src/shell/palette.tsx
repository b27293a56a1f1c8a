import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { useMantineColorScheme } from '@mantine/core';
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, type SpotlightFilterFunction, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { commandWords, pageContents, shellCommandWords as words } from '../messages/palette';
import { sayProblem } from '../ui/toast';
import { hasEveryWord } from './every-word';
import { useFound } from './finders';
import { usePlaces, useRoomCommands, useSettingsPlaces } from './places';
import { schemes } from './schemes';
import { openShortcutHelp } from './shortcut-help';
import { useSignOut } from './use-sign-out';
import { useSwitchTeam } from './use-switch-team';

const { shell } = messages;

interface PaletteProps {
  readonly openings: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Every page and command by its words, pages by what they contain too; opens whenever `openings` grows. */
export default function Palette({ openings, typed, onType }: PaletteProps) {
  useEffect(() => spotlight.open(), [openings]);
  const navigate = useNavigate();
  const pages = usePages();
  const commands = useCommands();
  const found = useFound(typed).map(({ group, found: each }) => ({
    group,
    actions: each.map(({ id, label, description, link }) => ({
      id: `${group} ${id}`,
      label,
      ...(description === undefined ? {} : { description }),
      // The server has looked at what was typed for these.
      keywords: typed,
      onClick: () => void navigate(link),
    })),
  }));
  useFirstSelected(found.flatMap(({ actions }) => actions.map(({ id }) => id)).join());
  return (
    <Spotlight
      // The opener listens for the shortcut, so that this is loaded by who uses it.
      shortcut={null}
      closeOnActionTrigger
      query={typed}
      onQueryChange={onType}
      filter={matching}
      // What the server finds comes later, and below what is there already: nothing moves under the one who reads.
      actions={[{ group: shell.pages, actions: pages }, { group: shell.commands, actions: commands }, ...found]}
      nothingFound={shell.nothingFound}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: shell.searchHint,
        'aria-label': shell.search,
      }}
      attributes={{ content: { 'aria-label': shell.search } }}
    />
  );
}

/**
 * Groups of which one has the words in its name come first, for Enter takes the first. After the names comes what is
 * found by what it contains, which then stands below its name.
 */
const matching: SpotlightFilterFunction = (typed, actions) => {
  const isNamed = ({ label = '' }: SpotlightActionData): boolean => hasEveryWord(label, typed);
  const groups = actions.flatMap((group) => {
    if (!('actions' in group)) return [];
    const named = group.actions.filter(isNamed);
    const others = group.actions.filter(
      (action) => !isNamed(action) && hasEveryWord(`${action.label ?? ''} ${wordsOf(action)}`, typed),
    );
    const all = [...named, ...others.map(withContents)];
    return all.length === 0 ? [] : [{ isNamed: named.length > 0, group, all }];
  });
  const inOrder = [...groups.filter((each) => each.isNamed), ...groups.filter((each) => !each.isNamed)];
  return inOrder.map(({ group, all }) => ({ ...group, actions: all }));
};

const wordsOf = ({ keywords = '' }: SpotlightActionData): string => [keywords].flat().join(' ');
const withContents = (action: SpotlightActionData): SpotlightActionData => {
  const contents = pageContents[action.id ?? ''];
  return contents === undefined ? action : { ...action, description: contents };
};

/**
 * Enter takes the first, which the library chooses as something is typed: what the server finds comes later. Where
 * nothing is chosen, it goes down as by the key.
 */
function useFirstSelected(found: string): void {
  useEffect(() => {
    const field = document.activeElement;
    if (found === '' || field?.getAttribute('aria-label') !== shell.search) return;
    if (document.querySelector('[data-action][data-selected]') !== null) return;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
  }, [found]);
}

function usePages(): SpotlightActionData[] {
  const navigate = useNavigate();
  const main = usePlaces();
  return [...main, ...useSettingsPlaces()].map(({ to, title }) => ({
    id: to,
    label: title,
    keywords: pageContents[to] ?? '',
    onClick: () => void navigate({ to }),
  }));
}

function useCommands(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { team, teams } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const switchTeam = useSwitchTeam();
  const signOut = useSignOut();
  const ofRooms = useRoomCommands();
  const others = teams.filter(({ id }) => id !== team?.id);
  return [
    ...ofRooms.map(({ title, to, search }) => ({
      id: `${to} ${title}`,
      label: title,
      keywords: commandWords[to] ?? '',
      onClick: () => void navigate({ to, search } as LinkProps),
    })),
    ...others.map((each) => ({
      id: each.id,
      label: `${shell.switchTeam}: ${each.name}`,
      keywords: words.switchTeam,
      onClick: () => switchTeam.mutate(each, { onError: sayProblem }),
    })),
    ...schemes.map((scheme) => ({
      id: scheme,
      label: `${shell.scheme}: ${shell[scheme]}`,
      keywords: words.scheme,
      onClick: () => setColorScheme(scheme),
    })),
    { id: 'shortcuts', label: shell.shortcuts, onClick: openShortcutHelp },
    { id: 'sign-out', label: shell.signOut, keywords: words.signOut, onClick: () => signOut.mutate() },
  ];
}
