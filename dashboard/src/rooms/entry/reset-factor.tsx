import { Stack, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { PasswordReset } from '../../api/documents';
import { newPassword as words } from '../../messages/new-password';
import { FactorHelp } from '../../ui/factor-help';

interface ResetFactorProps {
  readonly factors: PasswordReset['factors'];
  readonly codeProps: GetInputPropsReturnType;
}

/** A mailbox alone ends no factor. */
export function ResetFactor({ factors, codeProps }: ResetFactorProps) {
  const canShow = factors.app || factors.passkey;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {words.factorTitle}
        </Text>
        <Text size="sm" c="dimmed">
          {canShow ? words.factorIntro : words.noFactor}
        </Text>
      </div>
      {factors.app && <TextInput label={words.code} autoComplete="one-time-code" {...codeProps} />}
      <FactorHelp factors={factors} />
    </Stack>
  );
}
