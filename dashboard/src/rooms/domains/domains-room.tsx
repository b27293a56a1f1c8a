import { Button, Paper, Text } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session';
import { domains as words } from '../../messages/domains';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { AppLink } from '../../ui/link';
import { Page } from '../../ui/page';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';
import { AddDomainDialog } from './add-domain';
import type { DomainRow } from './documents';
import { useGoing } from '../../ui/going';
import { domainRowsQuery } from './queries';
import { DomainStatus } from './standing';

const route = getRouteApi('/inside/domains');

const columns: readonly Column<DomainRow>[] = [
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
    cell: ({ status, origin }) => <DomainStatus status={origin === 'sandbox' ? origin : status} />,
  },
  { title: words.region, cell: ({ region }) => region },
  { title: words.added, cell: ({ created_at: at }) => <When at={at} /> },
];

export function DomainsRoom() {
  const { create: isCreating = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('POST /domains');
  const going = useGoing();
  const query = useInfiniteQuery(domainRowsQuery);
  const rows = query.data?.pages.flatMap(({ data }) => data);
  // The sandboxes of the server are there from the beginning.
  const isFirst = rows?.every(({ id, origin }) => origin === 'sandbox' || going.has(id)) === true && !query.hasNextPage;
  const open = (): void => void navigate({ search: { create: true } });
  const close = (): void => void navigate({ search: {}, replace: true });
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {words.add}
    </Button>
  );
  return (
    <Page intro={words.intro} actions={mayChange && !isFirst ? button : null}>
      {isFirst && (
        <Paper withBorder radius="lg">
          <Empty
            icon={<IconWorld size={28} aria-hidden />}
            title={words.emptyTitle}
            text={mayChange ? words.empty : words.emptyReader}
          >
            {mayChange && button}
          </Empty>
        </Paper>
      )}
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <EndlessRows
          query={query}
          label={words.title}
          columns={columns}
          idOf={({ id }) => id}
          isHidden={({ id }) => going.has(id)}
          empty={
            <Text size="sm" c="dimmed" py="sm">
              {words.noSandbox}
            </Text>
          }
        />
      </Paper>
      {mayChange && <AddDomainDialog isOpen={isCreating} onClose={close} />}
    </Page>
  );
}
