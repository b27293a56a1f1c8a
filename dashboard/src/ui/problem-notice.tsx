import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem, type ProblemKind } from '../api/problem';
import { messages } from '../messages';

interface ProblemNoticeProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

const { problems } = messages;
const titles: Readonly<Partial<Record<ProblemKind, string>>> = {
  unreachable: messages.connection.unreachable.title,
  busy: problems.busy,
  forbidden: problems.forbidden,
  missing: problems.missing,
  failed: problems.failed,
};

/** The headline of what a request was refused for; absent where the server's sentence says it all. */
export function problemTitle(error: unknown): string | undefined {
  return error instanceof ApiProblem ? titles[error.kind] : undefined;
}

/** Why something is not shown, or was not done: what happened, what follows, and what to do where that helps. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const { kind, requestId } = error instanceof ApiProblem ? error : { kind: 'failed' as const, requestId: null };
  // What is missing or forbidden is so the next time too.
  const mayHelp = kind !== 'missing' && kind !== 'forbidden';
  return (
    <Alert
      color="red"
      variant="light"
      title={problemTitle(error)}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {kind === 'failed' && requestId !== null && (
          <Text size="sm">
            {problems.failedHint} <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry !== undefined && mayHelp && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {messages.actions.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
