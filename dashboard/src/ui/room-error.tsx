import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiProblem } from '../api/problem';
import { messages } from '../messages';
import { usePageTitle } from './page';

/** What a room shows when it breaks; what stands around it stays. */
export function RoomError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { problems, actions } = messages;
  usePageTitle(problems.unexpected);
  const isOfServer = error instanceof ApiProblem;
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack p="md" maw={640} gap="md">
      <Title order={1}>{isOfServer ? error.message : problems.unexpected}</Title>
      {!isOfServer && (
        <Alert color="red" variant="light">
          <Text size="sm">{problems.unexpectedHint}</Text>
        </Alert>
      )}
      <Group>
        <Button onClick={retry}>{actions.retry}</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {actions.reload}
        </Button>
      </Group>
    </Stack>
  );
}

const NotFoundPage = lazy(() => import('./not-found'));

/** Nobody loads its words before they are needed. */
export function NotFound() {
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}
