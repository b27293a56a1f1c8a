import { Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';
import type { TeamOfPerson } from '../api/documents';
import { messages } from '../messages';
import { say, sayProblem } from '../ui/toast';
import { useSwitchTeam } from './use-switch-team';

const { shell, words } = messages;
const NewTeamDialog = lazy(() => import('./new-team').then((file) => ({ default: file.NewTeamDialog })));

/** The team that everything on the page is about, and the way to another one. */
export function TeamSwitch() {
  const { team, teams, can_create_teams: canCreateTeams } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const switchTeam = useSwitchTeam();
  const choose = (chosen: TeamOfPerson): void => {
    if (chosen.id === team?.id) return;
    switchTeam.mutate(chosen, { onSuccess: () => say(shell.teamSwitched(chosen.name)), onError: sayProblem });
  };
  return (
    <>
      <Menu position="bottom-start" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            justify="space-between"
            h={44}
            rightSection={<IconSelector size={16} aria-hidden />}
            loading={switchTeam.isPending}
            styles={{ label: { flexDirection: 'column', alignItems: 'flex-start', justifyContent: 'center' } }}
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
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{shell.team}</Menu.Label>
          {teams.map((each) => (
            <Menu.Item
              key={each.id}
              onClick={() => choose(each)}
              rightSection={each.id === team?.id ? <IconCheck size={16} aria-hidden /> : null}
            >
              {each.name}
            </Menu.Item>
          ))}
          {canCreateTeams && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
                {shell.newTeam}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isCreating && <NewTeamDialog isOpen onClose={creating.close} />}</Suspense>
    </>
  );
}
