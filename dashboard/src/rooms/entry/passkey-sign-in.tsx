import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { entry } from '../../messages/entry';
import { canUsePasskeys, PasskeyNotUsed, signInByPasskey } from '../../passkeys';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSignedIn } from './use-signed-in';

export function PasskeySignIn({ returnTo }: { readonly returnTo: string | undefined }) {
  const signedIn = useSignedIn(returnTo);
  const mutation = useMutation({ mutationFn: signInByPasskey, meta: { visitor: true }, onSuccess: signedIn });
  if (!canUsePasskeys()) return null;
  const { error } = mutation;
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={mutation.isPending}
        onClick={() => mutation.mutate()}
      >
        {entry.signIn.passkey}
      </Button>
      {error !== null && (
        <ProblemNotice error={error instanceof PasskeyNotUsed ? new Error(entry.signIn.passkeyCanceled) : error} />
      )}
    </Stack>
  );
}
