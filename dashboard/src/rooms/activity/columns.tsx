import { Text } from '@mantine/core';
import type { RowOf } from '../../api/operations';
import { Dim } from '../../kit/dim';
import { actorName } from '../../kit/last-change';
import type { ListColumn } from '../../kit/list-column';
import { activityMessages as words } from '../../messages/activity';
import { RoomLink } from '../../ui/room-link';
import { When } from '../../ui/time';
import { type Kind, kinds, places } from './kinds';

type Change = RowOf<'GET /dashboard-api/activity'>;

export const columns: readonly ListColumn<Change>[] = [
  {
    title: words.what,
    textOf: ({ summary }) => summary,
    cell: ({ summary, count, type }) => (
      <span title={`${type}: ${summary}`}>
        {summary}
        {count > 1 && <Dim> {words.more(count)}</Dim>}
      </span>
    ),
  },
  { title: words.who, width: '15%', textOf: ({ actor }) => actorName(actor), cell: ({ actor }) => actorName(actor) },
  {
    title: words.on,
    width: '22%',
    textOf: ({ resource: { kind, name } }) => nameOf(kind, name),
    cell: ({ resource }) => <Resource of={resource} />,
  },
  { title: words.when, width: 120, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.from, width: 120, cell: ({ address }) => address ?? '–' },
];

function nameOf(kind: Kind, name: string | null): string {
  const label = kinds[kind];
  return name === null ? label : `${label} ${name}`;
}

function Resource({ of: { kind, id, name } }: { readonly of: Change['resource'] }) {
  const label = kinds[kind];
  const place = places[kind];
  const shown = (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {nameOf(kind, name)}
    </Text>
  );
  if (place === null) return shown;
  return (
    <RoomLink to={place(id, name)} label={words.openNamed(label, name ?? id)}>
      {shown}
    </RoomLink>
  );
}
