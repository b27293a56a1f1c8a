import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListRoom } from '../../kit/list-room';
import { logs as words } from '../../messages/logs';
import { logColumns, requestOf } from './log-columns';
import { useLogFilters } from './log-filters';
import { logsQuery } from './queries';

const route = getRouteApi('/inside/logs');

export function LogsRoom() {
  const search = route.useSearch();
  const { key, ...rest } = search;
  const watched = logsQuery({ ...rest, api_key_id: key });
  return (
    <ListRoom
      words={words}
      icon={IconListDetails}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={logColumns}
      nameOf={requestOf}
      search={search}
      filters={useLogFilters(key)}
    />
  );
}
