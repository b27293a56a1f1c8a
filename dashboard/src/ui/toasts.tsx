import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Button, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { messages } from '../messages';

/** What stands below a title is of a gray that is too light to be read. */
const readable = { '--mantine-color-gray-6': 'var(--mantine-color-dimmed)' };

/** Where toasts appear. With the library it is loaded when the first one is shown. */
export default function Toasts() {
  return <Notifications position="bottom-right" containerWidth={400} style={readable} />;
}

export { notifications };

interface UndoToastProps {
  readonly message: string;
  readonly hint: string | undefined;
  readonly onUndo: () => void;
}

/** What is being done, and the button that takes it back. */
export function UndoToast({ message, hint, onUndo }: UndoToastProps) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{message}</Text>
        {hint !== undefined && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {/* The text gives way, not the button: that would be cut. */}
      <Button size="xs" variant="default" style={{ flex: 'none' }} onClick={onUndo}>
        {messages.actions.undo}
      </Button>
    </Group>
  );
}
