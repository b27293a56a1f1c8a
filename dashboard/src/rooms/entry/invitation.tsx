import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { access } from '../../api/changes';
import type { InvitationLook } from '../../api/documents';
import { sessionQuery, signInOptionsQuery } from '../../api/queries';
import { keyOf } from '../../api/reading';
import { messages } from '../../messages';
import { entry } from '../../messages/entry';
import { Outline } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { NewPassword } from '../../ui/new-password';
import { NoToken, ToSignIn } from './to-sign-in';
import { useEnter } from './use-enter';

const { words: names } = messages;
const { invitation: words, setUp } = entry;
const route = getRouteApi('/entry/invitation');

export function InvitationRoom() {
  const { token } = route.useSearch();
  const look = useQuery({
    queryKey: keyOf('POST /dashboard-api/invitations/look', { body: { token } }),
    queryFn: () => access.lookAtInvitation(token),
    enabled: token !== '',
    meta: { visitor: true },
  });
  if (token === '') return <NoToken title={words.loading} />;
  if (look.data === undefined) {
    return (
      <Card title={words.loading}>
        {look.error === null ? (
          <Outline />
        ) : (
          <>
            <ProblemNotice error={look.error} />
            <ToSignIn />
          </>
        )}
      </Card>
    );
  }
  const { team_name: team, email, role, has_account: hasAccount } = look.data;
  return (
    <Card title={words.title(team)} intro={words.intro(email, names[role])}>
      {hasAccount ? <WithAccount token={token} look={look.data} /> : <WithoutAccount token={token} />}
    </Card>
  );
}

/**
 * Only the signed-in owner of the account accepts: a person who only found the link must not join with another person's
 * account.
 */
function WithAccount({ token, look }: { readonly token: string; readonly look: InvitationLook }) {
  const session = useQuery({ ...sessionQuery, retry: false });
  const navigate = useNavigate();
  const { state } = useRouter();
  const enter = useEnter();
  const accept = useMutation({ mutationFn: () => access.acceptInvitation({ token }), onSuccess: enter });
  if (session.isPending) return <Outline lines={1} />;
  if (session.data === undefined) {
    const signIn = () => navigate({ to: '/sign-in', search: { return_to: state.location.publicHref } });
    return (
      <Stack gap="md">
        <Text size="sm">{words.hasAccount(look.email)}</Text>
        <Button onClick={() => void signIn()}>{words.signIn}</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {session.data.user.email.toLowerCase() !== look.email.toLowerCase() && (
        <Text size="sm">{words.otherPerson(session.data.user.email)}</Text>
      )}
      {accept.error !== null && <ProblemNotice error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {words.accept}
      </Button>
    </Stack>
  );
}

function WithoutAccount({ token }: { readonly token: string }) {
  const form = useForm({ initialValues: { name: '', password: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (person) => access.acceptInvitation({ token, ...person }),
    onDone: useEnter(),
    isVisitor: true,
  });
  return (
    <Stack gap="md">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label={setUp.name}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
          />
          <NewPassword form={form} label={entry.password.label} />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {words.submit}
          </Button>
        </Stack>
      </form>
      <ByProvider token={token} />
    </Stack>
  );
}

/** The account then has no password. The provider must vouch for the address that was invited. */
function ByProvider({ token }: { readonly token: string }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const visit = useMutation({
    mutationFn: (provider: string) => access.acceptAtProvider(provider, token),
    meta: { visitor: true },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (options === undefined || options.providers.length === 0) return null;
  return (
    <Stack gap="xs">
      <Divider label={entry.signIn.or} />
      {visit.error !== null && <ProblemNotice error={visit.error} />}
      {options.providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={visit.isPending && visit.variables === id}
          onClick={() => visit.mutate(id)}
        >
          {entry.signIn.provider(name)}
        </Button>
      ))}
    </Stack>
  );
}
