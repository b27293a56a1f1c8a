import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Reading, under } from '../api/reading';
import { messages } from '../messages';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/problem-notice';
import { say } from '../ui/toast';

interface RestoreDialogProps {
  readonly title: string;
  readonly words: { readonly restoreText: string; readonly restore: string; readonly restored: string };
  readonly send: () => Promise<unknown>;
  /** Read again once it is restored, with what is below its path. */
  readonly list: Reading;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before an older version becomes the draft. */
export function RestoreDialog({ title, words, send, list, onClose, onDone }: RestoreDialogProps) {
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: send,
    onSuccess: () => {
      say(words.restored);
      void queryClient.invalidateQueries(under(list));
      onDone();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{words.restoreText}</Text>
        {restore.error !== null && <ProblemNotice error={restore.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.actions.cancel}
          </Button>
          <Button data-autofocus loading={restore.isPending} onClick={() => restore.mutate()}>
            {words.restore}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
