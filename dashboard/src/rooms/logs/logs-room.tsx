import { Box, Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListRoom } from '../../kit/list-room';
import { logs as words } from '../../messages/logs';
import { useLogFilters } from './log-filters';
import { logColumns } from './log-columns';
import { logsQuery, mostNewer, newerLogsQuery } from './queries';

const route = getRouteApi('/inside/logs');

export function LogsRoom() {
  const search = route.useSearch();
  const { key, ...rest } = search;
  const filters = { ...rest, api_key_id: key };
  const query = useInfiniteQuery(logsQuery(filters));
  return (
    <ListRoom
      words={words}
      icon={IconListDetails}
      query={query}
      columns={logColumns}
      search={search}
      filters={useLogFilters(key)}
      above={<Newer filters={filters} newest={query.data?.pages[0]?.data[0]?.id} />}
    />
  );
}

interface NewerProps {
  readonly filters: Parameters<typeof newerLogsQuery>[0];
  readonly newest: string | undefined;
}

/** Says that there is more, and shows it when it is asked for: rows do not move under the reader's eye. */
function Newer({ filters, newest }: NewerProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(newerLogsQuery(filters, newest));
  const count = data?.data.length ?? 0;
  const show = (): void => {
    window.scrollTo({ top: 0 });
    void queryClient.resetQueries({ queryKey: logsQuery(filters).queryKey });
  };
  return (
    <Box aria-live="polite">
      {count > 0 && (
        <Group justify="center" py="xs">
          <Button size="xs" variant="light" leftSection={<IconRefresh size={14} aria-hidden />} onClick={show}>
            <Text span inherit>
              {words.newer(count, count >= mostNewer && data?.has_more === true)}
            </Text>
          </Button>
        </Group>
      )}
    </Box>
  );
}
