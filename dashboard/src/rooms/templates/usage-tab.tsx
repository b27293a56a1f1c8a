import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import type { ListColumn } from '../../kit/list-column';
import { LoadedTable } from '../../kit/loaded-table';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';

const route = getRouteApi('/inside/templates/$id');
type Row = Answer<'GET /dashboard-api/metrics'>['rows'][number];

const count = (name: 'sent' | 'delivered' | 'bounced' | 'complained'): ListColumn<Row> => ({
  title: words[name],
  width: 110,
  cell: (row) => row[name].toLocaleString('en'),
});

const columns: readonly ListColumn<Row>[] = [
  {
    title: words.version,
    cell: ({ id }) => (
      <RoomLink to={`/emails?template=${encodeURIComponent(id ?? '')}`}>
        {words.number(Number(id?.split(':')[1] ?? 0))}
      </RoomLink>
    ),
  },
  count('sent'),
  count('delivered'),
  count('bounced'),
  count('complained'),
];

/** What became of the emails of each version, and where they are. */
export default function UsageTab() {
  const { id } = route.useParams();
  const query = useQuery({
    ...read('GET /dashboard-api/metrics', { query: { template: id, by: 'template_version' } }),
    select: ({ rows }) => ({ has_more: false, data: rows.filter((row) => row.id?.startsWith(`${id}:`) === true) }),
  });
  return (
    <Panel
      title={words.usage}
      intro={words.usageIntro}
      actions={
        <Group gap="xs">
          <RoomLink isButton to={`/emails?template=${id}`}>
            {words.openEmails}
          </RoomLink>
          <RoomLink isButton to={`/metrics?template=${id}`}>
            {words.openMetrics}
          </RoomLink>
        </Group>
      }
    >
      <LoadedTable
        query={query}
        label={words.usage}
        name={words.usage}
        columns={columns}
        idOf={(row) => row.id ?? ''}
        empty={<Text size="sm">{words.notUsed}</Text>}
      />
    </Panel>
  );
}
