import { Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import { settingMessages } from '../../messages/setting-rooms';
import CodeField from '../../ui/code-field';
import { Copyable } from '../../ui/copy';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { useSessionChanged } from './use-session-changed';

const { security } = settingMessages;
const qrPixels = 192;

interface EnrolAuthenticatorProps {
  readonly secret: string;
  readonly uri: string;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

export function EnrolAuthenticator({ secret, uri, onDone }: EnrolAuthenticatorProps) {
  const sessionChanged = useSessionChanged();
  const form = useForm({ initialValues: { code: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ code }) => profile.confirmTotp(code),
    onDone: async ({ recovery_codes: codes }) => {
      onDone(codes);
      await sessionChanged();
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Text size="sm">{security.totpScan}</Text>
        <QrCode text={uri} />
        <Copyable label={security.totpKey} value={secret} />
        <CodeField label={security.totpCode} {...form.getInputProps('code')} />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {security.totpConfirm}
        </Button>
      </Stack>
    </form>
  );
}

/** Black on white in both schemes: cameras want it so. The secret leaves the browser for no picture service. */
function QrCode({ text }: { readonly text: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { toString } = await import('qrcode');
      return toString(text, { type: 'svg', margin: 2 });
    },
    gcTime: 0,
  });
  return (
    <Center>
      {data === undefined ? (
        <Skeleton width={qrPixels} height={qrPixels} />
      ) : (
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(data)}`}
          alt={security.totpQr}
          width={qrPixels}
          height={qrPixels}
        />
      )}
    </Center>
  );
}
