import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keyMessages as keys } from '../../messages/keys';
import { Copyable } from '../../ui/copy';

interface CreatedKeyProps {
  readonly token: string;
  readonly onKept: () => void;
}

/** The one time that a token is seen. */
export function CreatedKey({ token, onKept }: CreatedKeyProps) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
        <Text size="sm">{keys.created}</Text>
      </Alert>
      <Copyable label={keys.token} value={token} />
      <Button onClick={onKept}>{keys.kept}</Button>
    </Stack>
  );
}
