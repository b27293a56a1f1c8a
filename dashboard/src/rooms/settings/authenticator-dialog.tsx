import { Text } from '@mantine/core';
import { profile } from '../../api/changes';
import { settingMessages } from '../../messages/setting-rooms';
import { say } from '../../ui/toast';
import { EnrolAuthenticator } from './enrol-authenticator';
import { ConfirmButton } from './confirm-button';
import { RecoveryCodeList } from './recovery-code-list';
import { useSessionChanged } from './use-session-changed';

const { security } = settingMessages;

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
