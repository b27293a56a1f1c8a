import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/client';
import { type Connection, noteConnection, useConnection } from '../api/connection';
import { sessionQuery } from '../api/queries';
import { messages } from '../messages';

const { connection: words } = messages;
const retryEveryMs = 3_000;

/**
 * Says that nothing reaches the server, and asks until something does. What is on the page stays; what failed meanwhile
 * is read again. An ended session is looked for when the person comes back from the tab where they sign in.
 */
export function ConnectionBanner() {
  const connection = useConnection();
  const reconnect = useReconnect(connection);
  if (connection === 'open') return null;
  const { title, text } = words[connection];
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="lg"
      role="status"
      title={title}
      icon={<IconPlugConnectedX size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        {connection === 'unreachable' && (
          <Button size="xs" variant="default" onClick={reconnect}>
            {words.retry}
          </Button>
        )}
        {connection === 'signed-out' && (
          <Button size="xs" component="a" href="/dashboard/sign-in" target="_blank" rel="noopener">
            {words.signIn}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function useReconnect(connection: Connection): () => void {
  const queryClient = useQueryClient();
  const reconnect = (): void => {
    if (connection === 'signed-out') {
      void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).then(
        () => noteConnection('open'),
        () => undefined,
      );
      return;
    }
    // An answer of any kind says that the server is back: the client notes it.
    call('GET /dashboard-api/status').then(
      () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'pages' }),
      () => undefined,
    );
  };
  useEffect(() => {
    if (connection === 'open' || connection === 'offline') return;
    if (connection === 'signed-out') {
      document.addEventListener('visibilitychange', reconnect);
      window.addEventListener('focus', reconnect);
      return () => {
        document.removeEventListener('visibilitychange', reconnect);
        window.removeEventListener('focus', reconnect);
      };
    }
    const timer = setInterval(reconnect, retryEveryMs);
    return () => clearInterval(timer);
  });
  return reconnect;
}
