import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useSession } from '../api/session';
import type { TeamOfPerson } from '../api/documents';
import { messages } from '../messages';
import { say, sayProblem } from '../ui/toast';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';
import { NewTeamDialog } from './new-team';
import { useSwitchTeam } from './use-switch-team';

const { shell } = messages;

export default function TeamSwitchList({ target }: OpenDropdownProps) {
  const { team, teams, can_create_teams: canCreateTeams } = useSession();
  const [isCreating, creating] = useDisclosure(false);
  const switchTeam = useSwitchTeam();
  const choose = (chosen: TeamOfPerson): void => {
    if (chosen.id === team?.id) return;
    switchTeam.mutate(chosen, { onSuccess: () => say(shell.teamSwitched(chosen.name)), onError: sayProblem });
  };
  return (
    <>
      <Menu position="bottom-start" width={240} defaultOpened withInitialFocusPlaceholder={false}>
        <Menu.Target>{target}</Menu.Target>
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
      {isCreating && <NewTeamDialog isOpen onClose={creating.close} />}
    </>
  );
}
