import { Paper, Title } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session';
import { useGoing } from '../../kit/going';
import { ListRoom } from '../../kit/list-room';
import { useRows } from '../../kit/listing';
import { domains as words } from '../../messages/domains';
import { Empty } from '../../ui/empty';
import { Outline } from '../../ui/loaded';
import { Dialog } from '../../ui/dialog';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { When } from '../../ui/time';
import { domainRowsQuery } from './queries';
import type { DomainRow } from './documents';
import { SentRecently } from './sent-recently';
import { DomainStatus } from './standing';

const isSandbox = ({ origin }: DomainRow): boolean => origin === 'sandbox';

const domainColumns: readonly ListColumn<DomainRow>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ id, name }) => (
      <RowLink to="/domains/$id" params={{ id }}>
        {name}
      </RowLink>
    ),
  },
  {
    title: words.state,
    width: 150,
    cell: ({ status, origin }) => <DomainStatus status={origin === 'sandbox' ? origin : status} />,
  },
  {
    title: words.recordCount,
    width: 110,
    cell: (row) => (isSandbox(row) ? null : words.recordsOf(row.records.verified, row.records.total)),
  },
  {
    title: words.checked,
    width: 124,
    isExtra: true,
    cell: (row) =>
      isSandbox(row) ? null : row.last_checked_at === null ? words.never : <When at={row.last_checked_at} />,
  },
  { title: words.sentRecently, width: 120, cell: ({ id }) => <SentRecently id={id} /> },
  { title: words.region, width: 110, isExtra: true, cell: ({ region }) => region },
  { title: words.added, width: 124, isExtra: true, sortBy: addedAt, cell: (row) => <When at={addedAt(row)} /> },
];

function addedAt({ created_at: at }: DomainRow): string {
  return at;
}

const AddDomainForm = lazy(() => import('./add-domain-form'));

interface AddDomainDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function AddDomainDialog({ isOpen, onClose }: AddDomainDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.create}>
      <Suspense fallback={<Outline />}>
        <AddDomainForm />
      </Suspense>
    </Dialog>
  );
}

const route = getRouteApi('/inside/domains');

export function DomainsRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('POST /domains');
  const going = useGoing();
  const query = useInfiniteQuery(domainRowsQuery);
  const rows = useRows(query) ?? [];
  // The sandboxes of the server are there from the beginning.
  const isFirst =
    rows.length > 0 && !query.hasNextPage && rows.every(({ id, origin }) => origin === 'sandbox' || going.has(id));
  const close = (): void => void navigate({ search: {}, replace: true });
  return (
    <ListRoom
      words={words}
      icon={IconWorld}
      query={query}
      columns={domainColumns}
      search={search}
      create={{ may: 'POST /domains' }}
      before={
        isFirst && (
          <Paper withBorder radius="lg">
            <Empty
              icon={<IconWorld size={28} aria-hidden />}
              title={words.emptyTitle}
              text={mayChange ? words.empty : words.emptyReader}
            />
          </Paper>
        )
      }
      above={
        isFirst && (
          <Title order={2} mt="xs">
            {words.sandboxes}
          </Title>
        )
      }
    >
      {mayChange && <AddDomainDialog isOpen={search.create === true} onClose={close} />}
    </ListRoom>
  );
}
