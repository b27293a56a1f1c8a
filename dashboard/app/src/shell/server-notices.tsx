import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useOlderThanServer } from '../api/build';
import { statusQuery } from '../api/queries';
import { messages } from '../messages';
import { Moment } from '../ui/time';

const { shell, actions } = messages;

/** Above every room while nothing is sent because the files were restored. Without an answer it says nothing. */
export function DeliveryHeld() {
  const { data } = useQuery(statusQuery);
  if (data?.delivery?.state !== 'held') return null;
  const { held_since: since } = data.delivery;
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="lg"
      role="status"
      title={shell.heldTitle}
      icon={<IconPlayerPause size={18} aria-hidden />}
    >
      <Text size="sm">
        {since != null && (
          <>
            <Moment at={since} />
            {'. '}
          </>
        )}
        {shell.held}
      </Text>
    </Alert>
  );
}

/** The server was replaced while the page was open. */
export function NewerPage() {
  if (!useOlderThanServer()) return null;
  return (
    <Alert
      color="indigo"
      variant="light"
      mb="lg"
      role="status"
      title={shell.newerTitle}
      icon={<IconRefresh size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{shell.newer}</Text>
        <Button size="xs" onClick={() => window.location.reload()}>
          {actions.reload}
        </Button>
      </Group>
    </Alert>
  );
}
