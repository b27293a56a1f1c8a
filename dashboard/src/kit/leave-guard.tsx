import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { formWords as words } from '../messages/forms';
import { Dialog } from '../ui/dialog';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Another room, or another view of the same thing: the form's own address may change under it. */
const isElsewhere = (one: Place, other: Place): boolean =>
  one.pathname !== other.pathname || tabIn(one) !== tabIn(other);
const tabIn = ({ search }: Place): unknown => Reflect.get(search, 'tab');

/** Asks before something takes the place of changes that are not saved; of a reload or a closed tab browsers ask. */
export function LeaveGuard({ isActive }: { readonly isActive: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && isElsewhere(current, next),
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
