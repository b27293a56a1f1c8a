import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { profile } from '../../api/changes';
import type { Identity, SignInOptions } from '../../api/documents';
import { identitiesQuery } from '../../api/queries';
import { entry } from '../../messages/entry';
import { settingMessages } from '../../messages/setting-rooms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { type Column, Rows } from '../../ui/rows';
import { When } from '../../ui/time';
import { say, sayProblem } from '../../ui/toast';

const { signIn } = entry;
const { security } = settingMessages;
const route = getRouteApi('/inside/settings/security');

/** The providers by which the person signs in, and those that could be added. */
export default function IdentitiesPanel({ providers }: { readonly providers: SignInOptions['providers'] }) {
  const query = useQuery(identitiesQuery);
  const { error } = route.useSearch();
  const problems: Readonly<Record<string, string>> = signIn.providerProblems;
  return (
    <Panel title={security.identitiesTitle} intro={security.identitiesText}>
      {error !== undefined && <ProblemNotice error={new Error(problems[error] ?? signIn.providerFailed)} />}
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <>
            {data.length > 0 && <IdentityRows identities={data} />}
            <Further providers={providers.filter(({ id }) => !data.some(({ provider }) => provider === id))} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function IdentityRows({ identities }: { readonly identities: readonly Identity[] }) {
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: ({ provider }: Identity) => profile.unlinkIdentity(provider),
    onSuccess: async (_result, { name }) => {
      await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey });
      say(security.identityUnlinked(name));
    },
    onError: sayProblem,
  });
  const columns: readonly Column<Identity>[] = [
    {
      title: security.identityProvider,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    { title: security.identityLinked, cell: ({ linked_at: at }) => <When at={at} /> },
    {
      title: security.identityUnlink,
      isActions: true,
      cell: (identity) => (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={security.identityUnlinkNamed(identity.name)}
          loading={unlink.isPending && unlink.variables.provider === identity.provider}
          onClick={() => unlink.mutate(identity)}
        >
          {security.identityUnlink}
        </Button>
      ),
    },
  ];
  return (
    <Rows label={security.identitiesTitle} columns={columns} rows={identities} idOf={({ provider }) => provider} />
  );
}

function Further({ providers }: { readonly providers: SignInOptions['providers'] }) {
  const link = useMutation({
    mutationFn: (provider: string) => profile.linkIdentity(provider),
    // The browser comes back to this room.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: sayProblem,
  });
  if (providers.length === 0) return null;
  return (
    <Group gap="xs">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={link.isPending && link.variables === id}
          onClick={() => link.mutate(id)}
        >
          {security.identityLink(name)}
        </Button>
      ))}
    </Group>
  );
}
