import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { useMantineColorScheme } from '@mantine/core';
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay, useSession } from '../api/session';
import { messages } from '../messages';
import { keyMessages as keys } from '../messages/keys';
import { sayProblem } from '../ui/toast';
import { schemes } from './schemes';
import { usePlaces, useSettingsPlaces } from './places';
import { openShortcutHelp } from './shortcut-help';
import { useSignOut } from './use-sign-out';
import { useSwitchTeam } from './use-switch-team';

const { shell } = messages;

/** Every page and command by its words; opens whenever `openings` grows. */
export default function Palette({ openings }: { readonly openings: number }) {
  useEffect(() => spotlight.open(), [openings]);
  const pages = usePages();
  const commands = useCommands();
  return (
    <Spotlight
      // The opener listens for the shortcut, so that this is loaded by who uses it.
      shortcut={null}
      closeOnActionTrigger
      actions={[
        { group: shell.pages, actions: pages },
        { group: shell.commands, actions: commands },
      ]}
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

function usePages(): SpotlightActionData[] {
  const navigate = useNavigate();
  const main = usePlaces();
  return [...main, ...useSettingsPlaces()].map(({ to, title }) => ({
    id: to,
    label: title,
    onClick: () => void navigate({ to }),
  }));
}

function useCommands(): SpotlightActionData[] {
  const navigate = useNavigate();
  const { team, teams } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const switchTeam = useSwitchTeam();
  const signOut = useSignOut();
  const mayCreate = useMay('POST /api-keys');
  const createKey = {
    id: 'create-key',
    label: keys.create,
    onClick: () => void navigate({ to: '/api-keys', search: { create: true } }),
  };
  const others = teams.filter(({ id }) => id !== team?.id);
  return [
    ...(mayCreate ? [createKey] : []),
    ...others.map((each) => ({
      id: each.id,
      label: `${shell.switchTeam}: ${each.name}`,
      onClick: () => switchTeam.mutate(each, { onError: sayProblem }),
    })),
    ...schemes.map((scheme) => ({
      id: scheme,
      label: `${shell.scheme}: ${shell[scheme]}`,
      onClick: () => setColorScheme(scheme),
    })),
    { id: 'shortcuts', label: shell.shortcuts, onClick: openShortcutHelp },
    { id: 'sign-out', label: shell.signOut, onClick: () => signOut.mutate() },
  ];
}
