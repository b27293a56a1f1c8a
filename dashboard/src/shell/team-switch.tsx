import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { LazyDropdown } from '../ui/lazy-dropdown';

const { shell, words } = messages;
const load = () => import('./team-switch-list');

/** The team that everything on the page is about, and the way to another one. */
export function TeamSwitch() {
  const { team } = useSession();
  return (
    <LazyDropdown
      load={load}
      of={{}}
      target={(onClick) => (
        <Button
          variant="default"
          justify="space-between"
          fullWidth
          h={44}
          rightSection={<IconSelector size={16} aria-hidden />}
          styles={{
            root: { flex: 'none' },
            label: { flexDirection: 'column', alignItems: 'flex-start', justifyContent: 'center' },
          }}
          aria-haspopup="menu"
          onClick={onClick}
        >
          <VisuallyHidden>{`${shell.switchTeam}: `}</VisuallyHidden>
          <Text size="sm" fw={600} truncate maw={160}>
            {team?.name ?? shell.noTeamTitle}
          </Text>
          {team !== null && (
            <Text size="xs" c="dimmed" fw={400}>
              {words[team.role]}
            </Text>
          )}
        </Button>
      )}
    />
  );
}
