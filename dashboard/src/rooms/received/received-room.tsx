import { IconInbox, IconPaperclip } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pages } from '../../api/reading';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { RowLink } from '../../kit/row-link';
import { received as words } from '../../messages/received';
import { When } from '../../ui/time';
import type { ReceivedRow } from './documents';

const subjectOf = ({ subject }: ReceivedRow): string => (subject.trim() === '' ? words.noSubject : subject);
const forWhom = ({ received_for: addresses }: ReceivedRow): string => addresses.join(', ');

const columns: readonly ListColumn<ReceivedRow>[] = [
  { title: words.subject, textOf: subjectOf, cell: (row) => <Subject row={row} /> },
  { title: words.from, width: '24%', textOf: ({ from }) => from, cell: ({ from }) => from },
  { title: words.to, width: '20%', textOf: forWhom, cell: forWhom },
  {
    title: words.when,
    width: 124,
    cell: ({ created_at: at }) => (
      <Dim>
        <When at={at} />
      </Dim>
    ),
  },
];

function Subject({ row }: { readonly row: ReceivedRow }) {
  return (
    <>
      {row.attachments.length > 0 && (
        <IconPaperclip size={14} role="img" aria-label={words.attachmentsOf(row.attachments.length)} />
      )}
      <RowLink to="/received/$id" params={{ id: row.id }} dir="auto">
        {subjectOf(row)}
      </RowLink>
    </>
  );
}

const route = getRouteApi('/inside/received');

export function ReceivedRoom() {
  const search = route.useSearch();
  const { search: sought, thread } = search;
  const query = useInfiniteQuery(
    pages('GET /dashboard-api/emails/receiving', { query: { search: sought, thread, total: true } }),
  );
  return (
    <ListRoom
      words={words}
      icon={IconInbox}
      query={query}
      columns={columns}
      nameOf={subjectOf}
      search={search}
      filters={[
        { name: 'search', label: words.search },
        { name: 'thread', label: words.thread },
      ]}
    />
  );
}
