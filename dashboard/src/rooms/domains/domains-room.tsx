import { Paper, Title } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { useGoing } from '../../kit/going';
import { ListRoom } from '../../kit/list-room';
import { useRows } from '../../kit/listing';
import { domains as words } from '../../messages/domains';
import { Empty } from '../../ui/empty';
import { AddDomainDialog } from './add-domain';
import { domainColumns } from './domain-columns';
import { domainRowsQuery } from './queries';

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
