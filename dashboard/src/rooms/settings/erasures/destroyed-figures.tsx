import { Group } from '@mantine/core';
import { erasures as words } from '../../../messages/erasures';
import { Figure } from '../../../ui/figure';
import type { Erasure } from './queries';

export function DestroyedFigures({ destroyed }: { readonly destroyed: Erasure['destroyed'] }) {
  const { mails, other_records: others, keys, blobs } = destroyed;
  return (
    <Group gap="sm" align="stretch" role="group" aria-label={words.destroyed}>
      <Figure label={words.mails} value={mails} note={words.mailsHint} />
      <Figure label={words.others} value={others} note={words.othersHint} />
      <Figure label={words.keys} value={keys} note={words.keysHint} />
      <Figure label={words.blobs} value={blobs} note={words.blobsHint} />
    </Group>
  );
}
