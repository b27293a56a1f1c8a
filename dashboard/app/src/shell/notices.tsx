import { Alert, Text } from '@mantine/core';
import { IconShieldLock, IconUsers } from '@tabler/icons-react';
import { messages } from '../messages';
import { Empty } from '../ui/empty';
import { NewTeamButton } from './new-team';

const { shell } = messages;

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
  return (
    <Empty icon={<IconUsers size={28} aria-hidden />} title={shell.noTeamTitle} text={shell.noTeam}>
      <NewTeamButton />
    </Empty>
  );
}
