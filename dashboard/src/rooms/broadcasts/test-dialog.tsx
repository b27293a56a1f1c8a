import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSession } from '../../api/session';
import { FieldForm } from '../../kit/field-form';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { Dialog } from '../../ui/dialog';
import { RoomLink } from '../../ui/room-link';
import { addressesIn } from '../templates/template-values';

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
        {sent.length > 0 && (
          <Stack gap="xs" role="status">
            <Text size="sm" fw={600}>
              {words.tested(sent.length)}
            </Text>
            <Group gap="xs">
              {sent.map((email, place) => (
                <RoomLink key={email} isButton to={`/emails/${email}`}>
                  {words.openTest(place + 1)}
                </RoomLink>
              ))}
            </Group>
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}
