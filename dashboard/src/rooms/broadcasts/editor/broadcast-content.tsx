import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../api/session';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import type { Broadcast, Variant } from './broadcast';
import { readContent } from './content';
import { ContentPreview } from './content-preview';
import { ContentWriting } from './content-writing';
import type { PlaceAsked } from './editor-props';
import { useBeginning } from './use-beginning';
import { Loaded } from '../../../ui/loaded';

interface BroadcastContentProps extends PlaceAsked {
  /** With the content of the variant. */
  readonly broadcast: Broadcast;
  readonly variant?: Variant;
}

/** What a broadcast says, as it is written and as it will look. It saves itself. */
export default function BroadcastContent({ broadcast, variant = 'a', ...asked }: BroadcastContentProps) {
  const [started, setStarted] = useState({ broadcast, count: 0 });
  const beginning = useBeginning();
  const mayChange = useMay('PATCH /broadcasts/{id}') && broadcast.status === 'draft';
  if (!mayChange) {
    return (
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.readOnly[broadcast.status]}
        </Text>
        <ContentPreview broadcast={broadcast} revision={broadcast.revision} variant={variant} />
      </Stack>
    );
  }
  const replace = (next: Broadcast): void => setStarted(({ count }) => ({ broadcast: next, count: count + 1 }));
  const reload = async (): Promise<void> => replace(await readContent(broadcast.id, variant));
  return (
    <Loaded query={beginning}>
      {(begins) => (
        <ContentWriting
          key={started.count}
          started={started.broadcast}
          latest={broadcast}
          variant={variant}
          beginning={begins}
          onReplaced={replace}
          onReload={() => void reload()}
          {...asked}
        />
      )}
    </Loaded>
  );
}
