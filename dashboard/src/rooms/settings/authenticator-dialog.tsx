import { Text } from '@mantine/core';
import { profile, type Proof } from '../../api/changes';
import { messages } from '../../messages';
import { say } from '../../ui/toast';
import { EnrolAuthenticator } from './enrol-authenticator';
import { ProofForm } from './proof-form';
import { RecoveryCodeList } from './recovery-code-list';
import { useSessionChanged } from './use-session-changed';

const { security } = messages;

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
      const remove = (proof: Proof) => profile.removeTotp(proof);
      const onDone = async (): Promise<void> => {
        await sessionChanged();
        say(security.totpRemoved);
        onClose();
      };
      return <ProofForm submit={security.totpRemove} isDangerous send={remove} onDone={onDone} />;
    }
    case 'new-codes': {
      const make = (proof: Proof) => profile.makeRecoveryCodes(proof);
      return (
        <>
          <Text size="sm" mb="md">
            {security.recoveryHint}
          </Text>
          <ProofForm
            submit={security.recoveryMake}
            send={make}
            onDone={({ recovery_codes: codes }) => onCodes(codes)}
          />
        </>
      );
    }
    case 'codes':
      return <RecoveryCodeList codes={dialog.codes} onKept={onClose} />;
  }
}
