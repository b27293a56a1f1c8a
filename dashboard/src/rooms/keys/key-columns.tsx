import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '../../api/documents';
import { apiKeysQuery, domainsQuery, peopleQuery } from '../../api/queries';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { messages } from '../../messages';
import { keyMessages as words } from '../../messages/keys';
import { Status } from '../../ui/status';
import { When } from '../../ui/time';

const { words: names, time } = messages;

export const keyColumns: readonly ListColumn<ApiKey>[] = [
  {
    title: words.name,
    sortBy: ({ name }) => name,
    textOf: ({ name }) => name,
    cell: ({ name, token_start: start }) => (
      <>
        <b>{name}</b> {start !== null && <Dim>{start}…</Dim>}
      </>
    ),
  },
  {
    title: words.permission,
    width: '26%',
    sortBy: ({ permission }) => permission,
    cell: (key) => <Permission apiKey={key} />,
  },
  {
    title: words.used,
    width: 124,
    sortBy: ({ last_used_at: at }) => at,
    cell: ({ last_used_at: at }) => (at === null ? names.never : <When at={at} />),
  },
  {
    title: words.added,
    width: '20%',
    isExtra: true,
    sortBy: ({ created_at: at }) => at,
    cell: (key) => <Created apiKey={key} />,
  },
  { title: words.expires, width: 150, sortBy: ({ expires_at: at }) => at, cell: (key) => <Expiry apiKey={key} /> },
];

export const isEnded = ({ expires_at: at }: ApiKey): boolean => at !== null && new Date(at) <= new Date();

function Created({ apiKey: { created_at: at, created_by: by } }: { readonly apiKey: ApiKey }) {
  const { data: people } = useQuery(peopleQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const known: Readonly<Record<string, string>> = words.creators;
  const named = by.kind === 'user' ? people : by.kind === 'api-key' ? keys : undefined;
  const name = named?.data.find(({ id }) => id === by.id)?.name ?? known[by.kind];
  return (
    <>
      <When at={at} /> {name !== undefined && <Dim>{words.by(name)}</Dim>}
    </>
  );
}

function Permission({ apiKey: { permission, domain_id: domainId } }: { readonly apiKey: ApiKey }) {
  return (
    <>
      {permission === 'full_access' ? (
        <Status tone="warn" word={names[permission]} />
      ) : (
        <Badge variant="light" color="gray" tt="none">
          {names[permission]}
        </Badge>
      )}
      {domainId !== null && <OfDomain id={domainId} />}
    </>
  );
}

/** The one domain that a key may send from. Nothing while it is not known. */
function OfDomain({ id }: { readonly id: string }) {
  const { data: domains } = useQuery(domainsQuery);
  const name = domains?.data.find((domain) => domain.id === id)?.name;
  if (domains === undefined) return null;
  return <Dim> {name === undefined ? words.removedDomain : words.fromDomain(name)}</Dim>;
}

function Expiry({ apiKey }: { readonly apiKey: ApiKey }) {
  const { expires_at: at, replaced_by: successor } = apiKey;
  if (at === null) return names.never;
  if (!isEnded(apiKey)) {
    return (
      <>
        <When at={at} />{' '}
        {successor !== null && (
          <Text span size="xs" c="var(--page-warning)">
            {words.rotated}
          </Text>
        )}
      </>
    );
  }
  return (
    <Badge variant="light" color="red" tt="none">
      {time.expired}
    </Badge>
  );
}
