import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ApiProblem } from '../api/problem';
import { messages } from '../messages';
import { usePageTitle } from './page';
import { ProblemNotice, problemTitle } from './problem-notice';

/**
 * What a browser says of a file that it could not load: the room's own was replaced with the server, or the network
 * went away.
 */
const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

const retryEveryMs = 3_000;

/**
 * What a room shows when it breaks; what stands around it stays. Where the server was away, it is asked again until it
 * is back.
 */
export function RoomError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { problems, actions } = messages;
  const { title, hint, mayRetry } = isNotLoaded(error)
    ? { title: problems.notLoaded, hint: problems.notLoadedHint, mayRetry: false }
    : { title: problemTitle(error) ?? problems.unexpected, hint: problems.unexpectedHint, mayRetry: true };
  usePageTitle(title);
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  const isAway = error instanceof ApiProblem && error.kind === 'unreachable';
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(retry, retryEveryMs);
    return () => clearInterval(timer);
  });
  return (
    <Stack p="md" maw={640} gap="md">
      <Title order={1}>{title}</Title>
      {error instanceof ApiProblem ? (
        <ProblemNotice error={error} />
      ) : (
        <Alert color="red" variant="light" role="alert">
          <Text size="sm">{hint}</Text>
        </Alert>
      )}
      <Group>
        {mayRetry && <Button onClick={retry}>{actions.retry}</Button>}
        <Button variant={mayRetry ? 'default' : 'filled'} onClick={() => window.location.reload()}>
          {actions.reload}
        </Button>
      </Group>
    </Stack>
  );
}

const NotFoundPage = lazy(() => import('./not-found'));

/** Its words are not loaded before they are needed. */
export function NotFound() {
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}
