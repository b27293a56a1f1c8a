import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { profile } from '../../api/changes';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { useSignOut } from '../../shell/use-sign-out';
import { Dialog } from '../../ui/dialog';

const { actions } = messages;
const { sessions } = settingMessages;

export function EndAll() {
  const [isOpen, dialog] = useDisclosure(false);
  const endAll = useSignOut(profile.endAllSessions);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {sessions.endAll}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={sessions.endAllTitle}>
        <Stack gap="md">
          <Text size="sm">{sessions.endAllText}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {actions.cancel}
            </Button>
            <Button color="red" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {sessions.endAll}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
