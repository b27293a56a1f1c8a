import { IconWorld } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { useGoing } from '../../kit/going';
import type { ListColumn } from '../../kit/list-column';
import { ListRoom } from '../../kit/list-room';
import { domains as words } from '../../messages/domains';
import { Empty } from '../../ui/empty';
import { rowsOf } from '../../ui/endless-rows';
import { AppLink } from '../../ui/link';
import { When } from '../../ui/time';
import { AddDomainDialog } from './add-domain';
import type { DomainRow } from './documents';
import { domainRowsQuery } from './queries';
import { SentRecently } from './sent-recently';
import { DomainStatus } from './standing';

const route = getRouteApi('/inside/domains');

const columns: readonly ListColumn<DomainRow>[] = [
  {
    title: words.name,
    cell: ({ id, name }) => (
      <AppLink to="/domains/$id" params={{ id }} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </AppLink>
    ),
  },
  {
    title: words.state,
    width: 188,
    cell: ({ status, origin }) => <DomainStatus status={origin === 'sandbox' ? origin : status} />,
  },
  {
    title: words.recordCount,
    width: 92,
    cell: ({ origin, records }) => (origin === 'sandbox' ? null : words.recordsOf(records.verified, records.total)),
  },
  {
    title: words.checked,
    width: 140,
    cell: ({ origin, last_checked_at: at }) =>
      origin === 'sandbox' ? null : at === null ? words.never : <When at={at} />,
  },
  { title: words.sentRecently, width: 116, cell: ({ id }) => <SentRecently id={id} /> },
  { title: words.region, width: 110, isExtra: true, cell: ({ region }) => region },
  { title: words.added, width: 130, isExtra: true, cell: ({ created_at: at }) => <When at={at} /> },
];

export function DomainsRoom() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('POST /domains');
  const going = useGoing();
  const query = useInfiniteQuery(domainRowsQuery);
  const rows = rowsOf(query) ?? [];
  // The sandboxes of the server are there from the beginning.
  const isFirst =
    rows.length > 0 && !query.hasNextPage && rows.every(({ id, origin }) => origin === 'sandbox' || going.has(id));
  const close = (): void => void navigate({ search: {}, replace: true });
  return (
    <ListRoom
      words={words}
      icon={IconWorld}
      query={query}
      columns={columns}
      search={search}
      create={{ may: 'POST /domains' }}
      above={
        isFirst && (
          <Empty
            icon={<IconWorld size={28} aria-hidden />}
            title={words.emptyTitle}
            text={mayChange ? words.empty : words.emptyReader}
          />
        )
      }
    >
      {mayChange && <AddDomainDialog isOpen={search.create === true} onClose={close} />}
    </ListRoom>
  );
}
