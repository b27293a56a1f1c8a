import '@mantine/core/styles/PasswordInput.css';
import { Alert, Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { access } from '../../api/changes';
import type { SignInOptions } from '../../api/documents';
import { signInOptionsQuery } from '../../api/queries';
import { entry } from '../../messages/entry';
import { Suspense, lazy } from 'react';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { Providers } from './providers';
import { useSignedIn } from './use-signed-in';
import { IconFingerprint } from '@tabler/icons-react';
import { PasskeyNotUsed, canUsePasskeys, signInByPasskey } from '../../passkeys';

const { signIn } = entry;

const setUpCommand = 'node dist/bundle/cli.js users create you@example.com';
const CodeBlock = lazy(async () => ({ default: (await import('../../kit/code-block')).CodeBlock }));
const route = getRouteApi('/entry/sign-in');

export function SignInRoom() {
  const query = useQuery(signInOptionsQuery);
  const { expired, error } = route.useSearch();
  return (
    <Card title={query.data?.needs_set_up === true ? signIn.setUpTitle : signIn.title}>
      {expired === true && <Alert color="yellow">{signIn.expired}</Alert>}
      {error !== undefined && <ProblemNotice error={new Error(providerProblem(error))} />}
      <Loaded query={query}>{(options) => <Ways options={options} />}</Loaded>
    </Card>
  );
}

/** Why a provider's sign-in came to nothing, by the code that the server puts into the address. */
function providerProblem(code: string): string {
  const says: Readonly<Record<string, string>> = signIn.providerProblems;
  return says[code] ?? signIn.providerFailed;
}

function Ways({ options }: { readonly options: SignInOptions }) {
  const { return_to: returnTo } = route.useSearch();
  if (options.needs_set_up) {
    return (
      <>
        <Text size="sm">{signIn.setUpText}</Text>
        <Suspense fallback={null}>
          <CodeBlock label={setUpCommand} text={setUpCommand} />
        </Suspense>
      </>
    );
  }
  const hasOthers = options.passkeys || options.providers.length > 0;
  return (
    <Stack gap="md">
      {options.password && <PasswordSignIn returnTo={returnTo} />}
      {options.password && hasOthers && <Divider label={signIn.or} />}
      {options.passkeys && <PasskeySignIn returnTo={returnTo} />}
      <Providers providers={options.providers} returnTo={returnTo} />
    </Stack>
  );
}

function PasswordSignIn({ returnTo }: { readonly returnTo: string | undefined }) {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: access.signIn,
    onDone: useSignedIn(returnTo),
    isVisitor: true,
    refused: signIn.refused,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={signIn.email}
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={signIn.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {signIn.submit}
        </Button>
        <Anchor component={Link} to="/reset" size="sm">
          {signIn.forgotten}
        </Anchor>
      </Stack>
    </form>
  );
}

function PasskeySignIn({ returnTo }: { readonly returnTo: string | undefined }) {
  const signedIn = useSignedIn(returnTo);
  const mutation = useMutation({ mutationFn: signInByPasskey, meta: { visitor: true }, onSuccess: signedIn });
  if (!canUsePasskeys()) return null;
  const { error } = mutation;
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={mutation.isPending}
        onClick={() => mutation.mutate()}
      >
        {entry.signIn.passkey}
      </Button>
      {error !== null && (
        <ProblemNotice error={error instanceof PasskeyNotUsed ? new Error(entry.signIn.passkeyCanceled) : error} />
      )}
    </Stack>
  );
}
