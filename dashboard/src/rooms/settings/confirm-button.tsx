import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ProblemNotice } from '../../ui/problem-notice';

interface ConfirmButtonProps<Result> {
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly send: () => Promise<Result>;
  readonly onDone: (result: Result) => void | Promise<void>;
}

/** The last step before something that weakens the account. */
export function ConfirmButton<Result>({ submit, isDangerous = false, send, onDone }: ConfirmButtonProps<Result>) {
  const change = useMutation({ mutationFn: send, onSuccess: onDone });
  return (
    <Stack gap="md">
      {change.error !== null && <ProblemNotice error={change.error} />}
      <Group justify="flex-end">
        <Button loading={change.isPending} onClick={() => change.mutate()} {...(isDangerous ? { color: 'red' } : {})}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}
