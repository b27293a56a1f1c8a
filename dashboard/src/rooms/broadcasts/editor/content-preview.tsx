import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { useMay } from '../../../api/session';
import { MailPreview } from '../../../kit/mail-preview';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import { Loaded } from '../../../ui/loaded';
import type { Broadcast, Variant } from './broadcast';
import { ContactChoice } from './contact-choice';

interface ContentPreviewProps {
  readonly broadcast: Pick<Broadcast, 'id' | 'from'>;
  readonly revision: number;
  readonly variant: Variant;
  /** An older version. */
  readonly isOlder?: true;
  /** False while the latest changes are on their way. */
  readonly isSaved?: boolean;
}

/** The email as a contact would get it: on a desk, on a phone, in the dark and as text. */
export function ContentPreview({ broadcast, revision, variant, isOlder, isSaved = true }: ContentPreviewProps) {
  const { id } = broadcast;
  const [contactId, setContactId] = useState<string | null>(null);
  const mayChoose = useMay('GET /dashboard-api/contacts');
  const body = { contact_id: contactId, variant, ...(isOlder === true ? { revision } : {}) };
  const query = useQuery({
    queryKey: ['POST /dashboard-api/broadcasts/{id}/preview', 'once', id, revision, body],
    queryFn: ({ signal }) => call('POST /dashboard-api/broadcasts/{id}/preview', { path: { id }, body, signal }),
    placeholderData: keepPreviousData,
    enabled: isSaved,
  });
  return (
    <Stack gap="md">
      {mayChoose && <ContactChoice value={contactId} onChange={setContactId} />}
      {!isSaved && (
        <Text size="sm" c="dimmed" role="status">
          {words.waiting}
        </Text>
      )}
      <Loaded query={query} lines={8}>
        {(preview) => <MailPreview mail={{ ...preview, from: broadcast.from ?? null }} />}
      </Loaded>
    </Stack>
  );
}
