import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { messages } from '../messages';
import { Moment } from '../ui/time';

const { shell, actions } = messages;

interface ServerNoticesProps {
  readonly isHeld: boolean;
  /** ISO 8601. */
  readonly heldSince: string | null;
  readonly isOlder: boolean;
}

export default function ServerNotices({ isHeld, heldSince, isOlder }: ServerNoticesProps) {
  return (
    <>
      {isOlder && <NewerPage />}
      {isHeld && <DeliveryHeld since={heldSince} />}
    </>
  );
}

function DeliveryHeld({ since }: { readonly since: string | null }) {
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
        {since !== null && (
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
function NewerPage() {
  return (
    <Alert
      color="post"
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
