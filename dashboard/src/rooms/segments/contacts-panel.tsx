import { Stack, Text } from '@mantine/core';
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

const Said = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

/** The way to all contacts: those of the segment are none. */
const NoContacts = () => (
  <Stack gap="sm" align="flex-start">
    <Said>{`${words.noContacts}. ${words.noContactsHint}`}</Said>
    <RoomLink to="/contacts" isButton>
      {words.chooseContacts}
    </RoomLink>
  </Stack>
);

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
        empty={isFiltered ? <Said>{words.noneFound}</Said> : <NoContacts />}
      />
    </Panel>
  );
}
