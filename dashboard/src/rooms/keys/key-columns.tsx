import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '../../api/documents';
import { apiKeysQuery, domainsQuery, peopleQuery } from '../../api/queries';
import { messages } from '../../messages';
import { keyMessages as words } from '../../messages/keys';
import type { Column } from '../../ui/rows';
import { Status } from '../../ui/status';
import { When } from '../../ui/time';

const { words: names, time } = messages;

export const keyColumns: readonly Column<ApiKey>[] = [
  {
    title: words.name,
    cell: ({ name, token_start: start }) => (
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {start !== null && (
          <Text size="xs" c="dimmed" ff="monospace">
            {start}…
          </Text>
        )}
      </div>
    ),
  },
  { title: words.permission, cell: (key) => <Permission apiKey={key} /> },
  { title: words.used, cell: ({ last_used_at: at }) => (at === null ? names.never : <When at={at} />) },
  { title: words.added, cell: (key) => <Created apiKey={key} /> },
  { title: words.expires, cell: (key) => <Expiry apiKey={key} /> },
];

export const isEnded = ({ expires_at: at }: ApiKey): boolean => at !== null && new Date(at) <= new Date();

function Created({ apiKey: { created_at: at, created_by: by } }: { readonly apiKey: ApiKey }) {
  const { data: people } = useQuery(peopleQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const known: Readonly<Record<string, string>> = words.creators;
  const named = by.kind === 'user' ? people : by.kind === 'api-key' ? keys : undefined;
  const name = named?.data.find(({ id }) => id === by.id)?.name ?? known[by.kind];
  return (
    <div>
      <When at={at} />
      {name !== undefined && (
        <Text size="xs" c="dimmed">
          {words.by(name)}
        </Text>
      )}
    </div>
  );
}

function Permission({ apiKey: { permission, domain_id: domainId } }: { readonly apiKey: ApiKey }) {
  return (
    <div>
      {permission === 'full_access' ? (
        <Status tone="warn" word={names[permission]} />
      ) : (
        <Badge variant="light" color="gray" tt="none">
          {names[permission]}
        </Badge>
      )}
      {domainId !== null && <OfDomain id={domainId} />}
    </div>
  );
}

/** The one domain that a key may send from. Nothing while it is not known. */
function OfDomain({ id }: { readonly id: string }) {
  const { data: domains } = useQuery(domainsQuery);
  const name = domains?.data.find((domain) => domain.id === id)?.name;
  if (domains === undefined) return null;
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {name === undefined ? words.removedDomain : words.fromDomain(name)}
    </Text>
  );
}

function Expiry({ apiKey }: { readonly apiKey: ApiKey }) {
  const { expires_at: at, replaced_by: successor } = apiKey;
  if (at === null) return names.never;
  if (!isEnded(apiKey)) {
    return (
      <div>
        <When at={at} />
        {successor !== null && (
          <Text size="xs" c="var(--page-warning)">
            {words.rotated}
          </Text>
        )}
      </div>
    );
  }
  return (
    <Badge variant="light" color="red" tt="none">
      {time.expired}
    </Badge>
  );
}
