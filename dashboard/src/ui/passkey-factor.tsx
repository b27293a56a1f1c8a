import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Json } from '../api/changes';
import { ApiProblem } from '../api/problem';
import { entry } from '../messages/entry';
import { askForPasskey, PasskeyNotUsed } from '../passkeys';
import { ProblemNotice } from './problem-notice';

const { secondFactor: words } = entry;

interface PasskeyFactorProps {
  readonly send: (factor: { readonly passkey: Json }) => Promise<unknown>;
  readonly onDone: () => void | Promise<void>;
}

/** A passkey beside the password. */
export function PasskeyFactor({ send, onDone }: PasskeyFactorProps) {
  const use = useMutation({
    mutationFn: async () => send({ passkey: await askForPasskey() }),
    meta: { visitor: true },
    onSuccess: onDone,
  });
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={use.isPending}
        onClick={() => use.mutate()}
      >
        {words.passkey}
      </Button>
      {use.error !== null && <ProblemNotice error={new Error(sentenceOf(use.error))} />}
    </Stack>
  );
}

function sentenceOf(error: Error): string {
  if (error instanceof PasskeyNotUsed) return words.passkeyCanceled;
  return error instanceof ApiProblem && error.kind === 'signed-out' ? words.passkeyRefused : error.message;
}
