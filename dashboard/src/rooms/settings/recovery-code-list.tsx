import { Button, Stack, Text } from '@mantine/core';
import { settingMessages } from '../../messages/setting-rooms';
import { Copyable } from '../../ui/copy';
import { download } from '../../ui/download';

const { security } = settingMessages;

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** The one time that they are seen. */
export function RecoveryCodeList({ codes, onKept }: RecoveryCodeListProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{security.recoveryText}</Text>
      <Copyable label={security.recoveryLabel} value={codes.join('\n')} rows={codes.length} />
      <Button
        variant="default"
        onClick={() => download('posthorn-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
      >
        {security.recoveryDownload}
      </Button>
      <Button onClick={onKept}>{security.recoveryKept}</Button>
    </Stack>
  );
}
