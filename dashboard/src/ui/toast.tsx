import { Button, Group, Text } from '@mantine/core';
import { messages } from '../messages';
import { hideToast, showToast } from './toast-layer';

const undoMs = 7_000;

export function say(message: string): void {
  showToast({ message, color: 'green' });
}

/** For what failed away from a form. */
export function sayProblem(error: Error): void {
  showToast({ title: messages.problems.notSaved, message: error.message, color: 'red', role: 'alert' });
}

interface Undoable {
  readonly message: string;
  readonly hint?: string;
  /** Does it. `leaving`: the page is going away, and so the request must outlive it. Its failure is said. */
  readonly commit: (leaving: boolean) => Promise<unknown>;
  readonly onDone: () => void;
  /** It was taken back, or it failed: what is shown is as it was. */
  readonly onUndone: () => void;
}

/** Does something in a few seconds, unless it is taken back until then. Leaving the page does it at once. */
export function undoable({ message, hint, commit, onDone, onUndone }: Undoable): void {
  let isSettled = false;
  const settle = (): boolean => {
    if (isSettled) return false;
    isSettled = true;
    clearTimeout(timer);
    window.removeEventListener('pagehide', leave);
    hideToast(id);
    return true;
  };
  const act = (leaving: boolean): void => {
    if (!settle()) return;
    commit(leaving).then(onDone, (error: Error) => {
      onUndone();
      sayProblem(error);
    });
  };
  const leave = (): void => act(true);
  const undo = (): void => {
    if (settle()) onUndone();
  };
  const timer = setTimeout(() => act(false), undoMs);
  window.addEventListener('pagehide', leave);
  const id = showToast({
    autoClose: false,
    withCloseButton: false,
    message: <UndoToast message={message} hint={hint} onUndo={undo} />,
  });
}

interface UndoToastProps extends Pick<Undoable, 'message'> {
  readonly hint: string | undefined;
  readonly onUndo: () => void;
}

function UndoToast({ message, hint, onUndo }: UndoToastProps) {
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
