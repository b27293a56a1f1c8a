import { Box, Button, Group, Paper, Text } from '@mantine/core';
import { IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { logs as words } from '../../messages/logs';
import { Empty } from '../../ui/empty';
import { EndlessRows } from '../../ui/endless-rows';
import { Page } from '../../ui/page';
import { LogFilters } from './log-filters';
import { logColumns } from './log-columns';
import { logsQuery, mostNewer, newerLogsQuery } from './queries';
import { logFilterNames } from './parameters';

const route = getRouteApi('/inside/logs');

export function LogsRoom() {
  const { key, ...rest } = route.useSearch();
  const filters = { ...rest, api_key_id: key };
  const query = useInfiniteQuery(logsQuery(filters));
  const isFiltered = logFilterNames.some((name) => ({ key, ...rest })[name] !== undefined);
  const newest = query.data?.pages[0]?.data[0]?.id;
  return (
    <Page intro={words.intro} isWide>
      <LogFilters />
      <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="xs">
        <Newer filters={filters} newest={newest} />
        <EndlessRows
          query={query}
          label={words.list}
          columns={logColumns}
          idOf={({ id }) => id}
          empty={
            <Empty
              icon={<IconListDetails size={28} aria-hidden />}
              title={isFiltered ? words.nothingTitle : words.emptyTitle}
              text={isFiltered ? words.nothing : words.empty}
            />
          }
        />
      </Paper>
    </Page>
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
