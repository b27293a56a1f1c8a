import { Button, Group, Stack, Text } from '@mantine/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { Dialog } from '../../../../ui/dialog';

interface RemoveFooterProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function RemoveFooter({ isOpen, onClose, onRemove }: RemoveFooterProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.removeFooterTitle}>
      <Stack gap="md">
        <Text size="sm">{words.removeFooterText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={onClose}>
            {words.keepFooter}
          </Button>
          <Button color="red" onClick={onRemove}>
            {words.removeFooter}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
