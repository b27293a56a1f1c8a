import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
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

export function NotFound() {
  const { problems } = messages;
  usePageTitle(problems.notFound);
  return (
    <Stack p="md" maw={640} gap="sm" component="main">
      <Title order={1}>{problems.notFound}</Title>
      <Text c="dimmed">{problems.notFoundHint}</Text>
      <Anchor href="/dashboard">{problems.home}</Anchor>
    </Stack>
  );
}
