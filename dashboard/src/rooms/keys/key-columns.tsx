import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiKey } from '../../api/documents';
import { domainsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { keyMessages as words } from '../../messages/keys';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';

const { words: names, time } = messages;

export const keyColumns: readonly Column<ApiKey>[] = [
  {
    title: words.name,
    cell: ({ name }) => (
      <Text size="sm" fw={600}>
        {name}
      </Text>
    ),
  },
  { title: words.permission, cell: (key) => <Permission apiKey={key} /> },
  { title: words.used, cell: ({ last_used_at: at }) => (at === null ? names.never : <When at={at} />) },
  { title: words.added, cell: ({ created_at: at }) => <When at={at} /> },
  { title: words.expires, cell: (key) => <Expiry apiKey={key} /> },
];

function Permission({ apiKey: { permission, domain_id: domainId } }: { readonly apiKey: ApiKey }) {
  return (
    <div>
      <Badge variant="light" color={permission === 'full_access' ? 'indigo' : 'gray'} tt="none">
        {names[permission]}
      </Badge>
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

function Expiry({ apiKey: { expires_at: at } }: { readonly apiKey: ApiKey }) {
  if (at === null) return names.never;
  if (new Date(at) > new Date()) return <When at={at} />;
  return (
    <Badge variant="light" color="red" tt="none">
      {time.expired}
    </Badge>
  );
}
