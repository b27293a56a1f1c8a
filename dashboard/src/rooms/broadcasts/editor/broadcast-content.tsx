import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client';
import { useMay } from '../../../api/session';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import type { Broadcast } from './broadcast';
import { ContentPreview } from './content-preview';
import { ContentWriting } from './content-writing';

/** What a broadcast says, as it is written and as it will look. It saves itself. */
export default function BroadcastContent({ broadcast }: { readonly broadcast: Broadcast }) {
  const [started, setStarted] = useState({ broadcast, count: 0 });
  const mayChange = useMay('PATCH /broadcasts/{id}') && broadcast.status === 'draft';
  if (!mayChange) {
    return (
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.readOnlyText}
        </Text>
        <ContentPreview broadcast={broadcast} revision={broadcast.revision} />
      </Stack>
    );
  }
  const replace = (next: Broadcast): void => setStarted(({ count }) => ({ broadcast: next, count: count + 1 }));
  const reload = async (): Promise<void> =>
    replace(await call('GET /dashboard-api/broadcasts/{id}', { path: { id: broadcast.id } }));
  return (
    <ContentWriting
      key={started.count}
      started={started.broadcast}
      latest={broadcast}
      onReplaced={replace}
      onReload={() => void reload()}
    />
  );
}
