import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { profile } from '../api/changes';
import { messages } from '../messages';
import { ProblemNotice } from '../ui/problem-notice';

const { shell } = messages;

/** For who joined by a link that did not come by email: what is missing until the address is proven, and how it is. */
export function ProveAddress({ email }: { readonly email: string }) {
  const ask = useMutation({ mutationFn: profile.requestAddressProof });
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="lg"
      maw={960}
      title={shell.proveTitle}
      icon={<IconMailCheck size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={640}>
          {ask.isSuccess ? shell.proveSent(email) : shell.prove(email)}
        </Text>
        {!ask.isSuccess && (
          <Button size="xs" loading={ask.isPending} onClick={() => ask.mutate()}>
            {shell.proveSend}
          </Button>
        )}
      </Group>
      {ask.error !== null && <ProblemNotice error={ask.error} />}
    </Alert>
  );
}
