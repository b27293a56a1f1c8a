import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import { settingMessages } from '../../messages/setting-rooms';
import { say } from '../../ui/toast';
import { ProblemNotice } from '../../ui/problem-notice';
import { EnrolAuthenticator } from './enrol-authenticator';
import { useSessionChanged } from './use-session-changed';
import { Copyable } from '../../ui/copy';
import { download } from '../../ui/download';

const { security } = settingMessages;

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** The one time that they are seen. */
function RecoveryCodeList({ codes, onKept }: RecoveryCodeListProps) {
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

export type Dialog =
  | { readonly kind: 'enrol'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'remove' }
  | { readonly kind: 'new-codes' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

interface AuthenticatorDialogProps {
  readonly dialog: Dialog;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export default function AuthenticatorDialog({ dialog, onCodes, onClose }: AuthenticatorDialogProps) {
  const sessionChanged = useSessionChanged();
  switch (dialog.kind) {
    case 'enrol':
      return <EnrolAuthenticator secret={dialog.secret} uri={dialog.uri} onDone={onCodes} />;
    case 'remove': {
      const onDone = async (): Promise<void> => {
        await sessionChanged();
        say(security.totpRemoved);
        onClose();
      };
      return <ConfirmButton submit={security.totpRemove} isDangerous send={profile.removeTotp} onDone={onDone} />;
    }
    case 'new-codes':
      return (
        <>
          <Text size="sm" mb="md">
            {security.recoveryHint}
          </Text>
          <ConfirmButton
            submit={security.recoveryMake}
            send={profile.makeRecoveryCodes}
            onDone={({ recovery_codes: codes }) => onCodes(codes)}
          />
        </>
      );
    case 'codes':
      return <RecoveryCodeList codes={dialog.codes} onKept={onClose} />;
  }
}

interface ConfirmButtonProps<Result> {
  readonly submit: string;
  readonly isDangerous?: boolean;
  readonly send: () => Promise<Result>;
  readonly onDone: (result: Result) => void | Promise<void>;
}

/** The last step before something that weakens the account. */
function ConfirmButton<Result>({ submit, isDangerous = false, send, onDone }: ConfirmButtonProps<Result>) {
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
