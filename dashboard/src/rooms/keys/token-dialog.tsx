import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { keyMessages as keys } from '../../messages/keys';
import { Copyable } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';

interface TokenDialogProps {
  /** Before there is a token. */
  readonly title: string;
  /** What makes one; called with it once it is there. */
  readonly form: (onMade: (token: string) => void) => ReactNode;
  /** Beside the token. */
  readonly hint?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a token, and shows it once: while it was not copied, closing it is asked about. */
export function TokenDialog({ title, form, hint, isOpen, onClose }: TokenDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    onClose();
    setToken(null);
    setCopied(false);
    setAsked(false);
  };
  const isLost = token !== null && !isCopied;
  return (
    <Dialog
      opened={isOpen}
      onClose={isLost ? () => setAsked(true) : close}
      title={token === null ? title : keys.createdTitle}
      closeOnClickOutside={token === null}
    >
      {token === null ? (
        form(setToken)
      ) : (
        // Copied from the field by the keyboard, too.
        <Stack gap="md" onCopy={() => setCopied(true)}>
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            <Text size="sm">{keys.created}</Text>
          </Alert>
          <Copyable label={keys.token} value={token} onCopied={() => setCopied(true)} />
          {hint !== undefined && <Text size="sm">{hint}</Text>}
          {isAsked && isLost ? (
            <Alert color="red" role="alertdialog" title={keys.notCopied}>
              <Group gap="xs" mt="xs">
                <Button size="xs" variant="default" autoFocus onClick={() => setAsked(false)}>
                  {keys.keepOpen}
                </Button>
                <Button size="xs" color="red" onClick={close}>
                  {keys.closeAnyway}
                </Button>
              </Group>
            </Alert>
          ) : (
            <Button onClick={close}>{keys.kept}</Button>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
