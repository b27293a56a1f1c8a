import { Badge, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeys } from '../../api/changes';
import type { ApiKey } from '../../api/documents';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { keyMessages as words } from '../../messages/keys';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, undoable } from '../../ui/toast';

const { words: names, time } = messages;

interface KeyRowsProps {
  readonly keys: readonly ApiKey[];
  readonly mayRevoke: boolean;
}

export function KeyRows({ keys, mayRevoke }: KeyRowsProps) {
  const [going, revoke] = useRevoke();
  const columns: Column<ApiKey>[] = [
    {
      title: words.name,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    // Older servers do not say what a key may do.
    ...(keys.some(({ permission }) => permission !== undefined)
      ? [{ title: words.permission, cell: (key: ApiKey) => <Permission apiKey={key} /> }]
      : []),
    { title: words.used, cell: ({ last_used_at: at }) => (at === null ? names.never : <When at={at} />) },
    { title: words.added, cell: ({ created_at: at }) => <When at={at} /> },
    ...(keys.some(({ expires_at: at }) => at !== undefined)
      ? [{ title: words.expires, cell: (key: ApiKey) => <Expiry apiKey={key} /> }]
      : []),
  ];
  const action: Column<ApiKey> = {
    title: words.revoke,
    isActions: true,
    cell: (key) => (
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={words.revokeNamed(key.name)}
        onClick={() => revoke(key)}
      >
        {words.revoke}
      </Button>
    ),
  };
  const shown = keys.filter(({ id }) => !going.has(id));
  return (
    <Rows label={words.title} columns={mayRevoke ? [...columns, action] : columns} rows={shown} idOf={({ id }) => id} />
  );
}

function Permission({ apiKey: { permission, domain_id: domainId } }: { readonly apiKey: ApiKey }) {
  if (permission === undefined) return null;
  return (
    <div>
      <Badge variant="light" color={permission === 'full_access' ? 'indigo' : 'gray'} tt="none">
        {names[permission]}
      </Badge>
      {domainId != null && <OfDomain id={domainId} />}
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
  if (at === undefined || at === null) return names.never;
  if (new Date(at) > new Date()) return <When at={at} />;
  return (
    <Badge variant="light" color="red" tt="none">
      {time.expired}
    </Badge>
  );
}

/** Revokes a key after some seconds in which that can be taken back; it is out of the list from the first moment. */
function useRevoke() {
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const revoke = ({ id, name }: ApiKey): void => {
    setGoing((before) => new Set([...before, id]));
    const show = (): void => setGoing((before) => new Set([...before].filter((each) => each !== id)));
    undoable({
      message: words.revoking(name),
      hint: words.revokingHint,
      commit: (leaving) => apiKeys.revoke(id, leaving),
      onDone: () => {
        say(words.revoked(name));
        void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      },
      onUndone: show,
    });
  };
  return [going, revoke] as const;
}
