import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSession } from '../../api/session';
import { addressesIn } from '../../kit/addresses-in';
import { FieldForm } from '../../kit/field-form';
import { SentTests } from '../../kit/sent-tests';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { Dialog } from '../../ui/dialog';

/** Sends the draft to several addresses, as to somebody of whom nothing is known. */
export default function TestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { user } = useSession();
  const [sent, setSent] = useState<readonly string[]>([]);
  return (
    <Dialog opened onClose={onClose} title={words.test}>
      <Stack gap="md">
        <Text size="sm">{words.testIntro}</Text>
        <FieldForm
          initial={{ to: user.email }}
          fields={[{ name: 'to', label: words.to, hint: words.toHint, isVerbatim: true }]}
          send={({ to }) =>
            call('POST /dashboard-api/broadcasts/{id}/test', { path: { id }, body: { to: addressesIn(to) } })
          }
          list="GET /dashboard-api/emails"
          submit={words.test}
          onDone={({ emails }) => setSent(emails)}
        />
        <SentTests emails={sent} />
      </Stack>
    </Dialog>
  );
}
