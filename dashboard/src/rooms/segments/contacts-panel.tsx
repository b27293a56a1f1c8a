import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadedTable } from '../../kit/loaded-table';
import { segmentMessages as words } from '../../messages/segments';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { contactColumns } from '../contacts/contact-columns';
import { contactsQuery } from '../contacts/queries';

interface ContactsPanelProps {
  readonly segmentId: string;
  readonly isFiltered: boolean;
}

/** Who is in a segment, as of now. */
export default function ContactsPanel({ segmentId, isFiltered }: ContactsPanelProps) {
  return (
    <Panel
      title={words.contacts}
      actions={
        <RoomLink to={`/contacts?segment=${segmentId}`} isButton>
          {words.openContacts}
        </RoomLink>
      }
    >
      <LoadedTable
        query={useInfiniteQuery(contactsQuery({ segment: segmentId }))}
        label={words.contacts}
        name="segment-contacts"
        columns={contactColumns}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        empty={
          <Text size="sm" c="dimmed">
            {isFiltered ? words.noneFound : `${words.noContacts}. ${words.noContactsHint}`}
          </Text>
        }
      />
    </Panel>
  );
}
