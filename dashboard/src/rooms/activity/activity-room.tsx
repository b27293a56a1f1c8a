import { Button, Text } from '@mantine/core';
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
import type { RowOf } from '../../api/operations';
import { Dim } from '../../kit/dim';
import { actorName } from '../../kit/last-change';
import type { ListColumn } from '../../kit/list-column';
import { shown, useClock } from '../../ui/clock';
import { RoomLink } from '../../ui/room-link';
import { When } from '../../ui/time';
import { kinds, type Kind, places } from './kinds';

type Change = RowOf<'GET /dashboard-api/activity'>;

const columns: readonly ListColumn<Change>[] = [
  {
    title: words.what,
    textOf: ({ summary }) => summary,
    cell: (change) => <Summary of={change} />,
  },
  { title: words.who, width: '15%', textOf: ({ actor }) => actorName(actor), cell: ({ actor }) => actorName(actor) },
  {
    title: words.on,
    width: '22%',
    textOf: ({ resource: { kind, name } }) => nameOf(kind, name),
    cell: ({ resource }) => <Resource of={resource} />,
  },
  { title: words.when, width: 132, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.from, width: 120, cell: ({ address }) => address ?? '–' },
];

const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Times in it are those of the reader's clock, as everywhere. */
function Summary({ of: { summary, count, type } }: { readonly of: Change }) {
  const clock = useClock();
  return (
    <span title={`${type}: ${summary}`}>
      {summary.replace(isoTime, (time) => shown(new Date(time), clock, 'minute'))}
      {count > 1 && <Dim> {words.more(count)}</Dim>}
    </span>
  );
}

function nameOf(kind: Kind, name: string | null): string {
  const label = kinds[kind];
  return name === null ? label : `${label} ${name}`;
}

function Resource({ of: { kind, id, name } }: { readonly of: Change['resource'] }) {
  const label = kinds[kind];
  const place = places[kind];
  const named = (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {nameOf(kind, name)}
    </Text>
  );
  if (place === null) return named;
  return (
    <RoomLink to={place(id, name)} label={words.openNamed(label, name ?? id)}>
      {named}
    </RoomLink>
  );
}

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
