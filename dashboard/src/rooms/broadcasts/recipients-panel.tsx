import { Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowOf } from '../../api/operations';
import { useMay } from '../../api/session';
import { pages } from '../../api/reading';
import { ExportAll } from '../../kit/export-all';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { LoadedTable } from '../../kit/loaded-table';
import { abTestWords as testWords } from '../../messages/broadcast-ab-test';
import { broadcastResultWords as words } from '../../messages/broadcast-results';
import { Panel } from '../../ui/panel';
import { SearchField } from '../../ui/filters';
import { PickOne } from '../../ui/pick-one';
import { RoomLink } from '../../ui/room-link';
import { type Broadcast, movingPoll } from './queries';

type Recipient = RowOf<'GET /dashboard-api/broadcasts/{id}/recipients'>;
type Type = keyof typeof words.types;
const types = Object.keys(words.types) as Type[];

/** What of a recipient differs by what is listed. */
const noteOf = ({ count, bounce_type: bounce }: Recipient): string =>
  count === undefined ? (bounce === undefined ? '' : words.bounces[bounce]) : words.times(count);

const versionColumn: ListColumn<Recipient> = {
  title: testWords.version,
  width: 100,
  cell: ({ variant }) => (variant === undefined ? <Dim>–</Dim> : testWords.names[variant]),
};
const columns: readonly ListColumn<Recipient>[] = [
  {
    title: words.recipient,
    textOf: ({ email }) => email,
    cell: ({ email, email_id: emailId }) => <RoomLink to={`/emails/${emailId}`}>{email}</RoomLink>,
  },
  { title: words.note, width: 200, cell: (row) => (noteOf(row) === '' ? <Dim>–</Dim> : noteOf(row)) },
  {
    title: words.contact,
    width: 150,
    cell: ({ contact_id: contact, email }) =>
      contact === null ? (
        <Dim>–</Dim>
      ) : (
        <RoomLink to={`/contacts/${contact}`} label={words.contactOf(email)}>
          {words.openContact}
        </RoomLink>
      ),
  },
];
const columnsWithVersion = [...columns.slice(0, 1), versionColumn, ...columns.slice(1)];

/** Who it was sent to, by what happened; each leads to their email. `isTest`: whether there were two versions. */
export function RecipientsPanel({ broadcast, isTest }: { readonly broadcast: Broadcast; readonly isTest: boolean }) {
  const { id } = broadcast;
  const [type, setType] = useState<Type>('sent');
  const [typed, setTyped] = useState('');
  const email = typed.trim() === '' ? undefined : typed.trim();
  const mayExport = useMay('POST /dashboard-api/exports');
  const query = useInfiniteQuery({
    ...pages('GET /dashboard-api/broadcasts/{id}/recipients', { path: { id }, query: { type, email } }),
    refetchInterval: movingPoll(broadcast),
  });
  return (
    <Panel
      title={words.recipients}
      actions={
        <Group gap="xs">
          <SearchField label={words.search} placeholder={words.searchHint} value={typed} onSearch={setTyped} />
          <PickOne isBare label={words.show} value={type} options={types} names={words.types} onPick={setType} />
          {mayExport && <ExportAll kind="broadcast-recipients" filters={{ broadcast_id: id, type, email }} />}
        </Group>
      }
    >
      <LoadedTable
        query={query}
        label={words.recipients}
        name="broadcast-recipients"
        columns={isTest ? columnsWithVersion : columns}
        idOf={(row) => row.id}
        nameOf={({ email }) => email}
        empty={
          <Text size="sm" c="dimmed">
            {words.noRecipients}
          </Text>
        }
      />
    </Panel>
  );
}
