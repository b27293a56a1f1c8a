import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../api/problem';
import { messages } from '../messages';

interface ProblemNoticeProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  // What is not there will not be there the next time.
  const isGone = error instanceof ApiProblem && error.kind === 'missing';
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {onRetry !== undefined && !isGone && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {messages.actions.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
