import { Text } from '@mantine/core';
import type { RowOf } from '../../api/operations';
import { Dim } from '../../kit/dim';
import { actorName } from '../../kit/last-change';
import type { ListColumn } from '../../kit/list-column';
import { activityMessages as words } from '../../messages/activity';
import { RoomLink } from '../../ui/room-link';
import { When } from '../../ui/time';

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

const kinds: Readonly<Record<string, string | undefined>> = words.kinds;

/** Where it is shown; what is not here has no page of its own. */
const places: Readonly<Record<string, ((id: string, name: string | null) => `/${string}`) | undefined>> = {
  domain: (id) => `/domains/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  email: (id) => `/emails/${id}`,
  apikey: () => '/api-keys',
  suppression: (_, name) => (name === null ? '/suppressions' : `/suppressions?address=${encodeURIComponent(name)}`),
  queue: () => '/queue',
  export: () => '/settings/exports',
  contact: (id) => `/contacts/${id}`,
  segment: (id) => `/segments/${id}`,
  topic: () => '/topics',
  contactproperty: () => '/contact-properties',
  form: (id) => `/forms/${id}`,
  unsubscribepage: () => '/unsubscribe-page',
  import: (id) => `/imports/${id}`,
  team: () => '/settings/people',
  invitation: () => '/settings/people',
  user: () => '/settings/people',
};

function nameOf(kind: string, name: string | null): string {
  const label = kinds[kind] ?? kind;
  return name === null ? label : `${label} ${name}`;
}

function Resource({ of: { kind, id, name } }: { readonly of: Change['resource'] }) {
  const label = kinds[kind] ?? kind;
  const place = places[kind];
  const shown = (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {nameOf(kind, name)}
    </Text>
  );
  if (place === undefined) return shown;
  return (
    <RoomLink to={place(id, name)} label={words.openNamed(label, name ?? id)}>
      {shown}
    </RoomLink>
  );
}
