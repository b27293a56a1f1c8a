import { Alert, Text } from '@mantine/core';
import { IconShieldLock, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { Empty } from '../ui/empty';

const { shell } = messages;
const NewTeamButton = lazy(() => import('./new-team').then((file) => ({ default: file.NewTeamButton })));

export function EnrolNotice() {
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="lg"
      maw={960}
      title={shell.enrolTitle}
      icon={<IconShieldLock size={18} aria-hidden />}
    >
      <Text size="sm">{shell.enrol}</Text>
    </Alert>
  );
}

export function NoTeam() {
  const { can_create_teams: canCreateTeams } = useSession();
  return (
    <Empty
      icon={<IconUsers size={28} aria-hidden />}
      title={shell.noTeamTitle}
      text={canCreateTeams ? shell.noTeam : shell.noTeamToJoin}
    >
      <Suspense>{canCreateTeams && <NewTeamButton />}</Suspense>
    </Empty>
  );
}
