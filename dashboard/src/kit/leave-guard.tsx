import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { formWords as words } from '../messages/forms';
import { Dialog } from '../ui/dialog';

/** Asks before another room takes the place of changes that are not saved; of a reload or a closed tab browsers ask. */
export function LeaveGuard({ isActive }: { readonly isActive: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // The form's own address may change under it.
    shouldBlockFn: ({ current, next }) => isActive && current.pathname !== next.pathname,
    enableBeforeUnload: () => isActive,
    withResolver: true,
  });
  const isAsked = status === 'blocked';
  return (
    <Dialog opened={isAsked} onClose={() => reset?.()} title={words.leaveTitle}>
      <Stack gap="md">
        <Text size="sm">{words.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={() => reset?.()}>
            {words.stay}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
