import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { addressOf } from '../../api/client';
import { apiKeysQuery, peopleQuery } from '../../api/queries';
import { pages } from '../../api/reading';
import { choicesAmong, choicesOf } from '../../kit/choices';
import { ListRoom } from '../../kit/list-room';
import { activityMessages as words } from '../../messages/activity';
import { lastChangeWords } from '../../messages/last-change';
import { columns } from './columns';
import { kinds } from './kinds';

const route = getRouteApi('/inside/activity');

export function ActivityRoom() {
  const { create: _, ...search } = route.useSearch();
  const people = useQuery(peopleQuery);
  const keys = useQuery(apiKeysQuery);
  const actors = [
    ...choicesAmong(people.data?.data ?? []),
    ...choicesAmong(keys.data?.data ?? []),
    { value: 'cli', label: lastChangeWords.commandLine },
    { value: 'system', label: lastChangeWords.server },
  ];
  return (
    <ListRoom
      words={words}
      icon={IconHistory}
      query={useInfiniteQuery(pages('GET /dashboard-api/activity', { query: { ...search, total: true } }))}
      columns={columns}
      search={search}
      filters={[
        { name: 'search', label: words.search, placeholder: words.searchHint },
        { name: 'actor', label: words.who, options: actors },
        { name: 'kind', label: words.on, options: choicesOf(kinds) },
        { name: 'what', label: words.what, options: choicesOf(words.verbs) },
        { since: 'since', until: 'until' },
      ]}
      filterActions={
        <Button
          component="a"
          // The browser asks for it itself: it goes to the disk as it comes.
          href={addressOf('GET /dashboard-api/activity/file', { query: search })}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          title={words.exportHint}
        >
          {words.export}
        </Button>
      }
    />
  );
}
