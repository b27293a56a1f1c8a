import '@mantine/core/styles/PasswordInput.css';
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { profile } from '../api/changes';
import { sessionQuery } from '../api/queries';
import { useSession } from '../api/session';
import { messages } from '../messages';
import { entry } from '../messages/entry';
import { canUsePasskeys } from '../passkeys';
import { FactorHelp } from '../ui/factor-help';
import { factorIn } from '../ui/factor-in';
import { PasskeyFactor } from '../ui/passkey-factor';
import { ProblemNotice } from '../ui/problem-notice';
import { useSubmit } from '../ui/use-submit';

const { confirm: words } = messages;
const { signIn } = entry;

interface ConfirmFormProps {
  readonly onDone: () => void;
}

/**
 * What the account has: a factor where there is one, else the password. Who has neither signs in again by the provider.
 */
export default function ConfirmForm({ onDone }: ConfirmFormProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const confirmed = async (): Promise<void> => {
    // The session may have a new cookie, and so a new token for changes.
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
    onDone();
  };
  const hasPasskey = user.passkeys > 0 && canUsePasskeys();
  if (user.has_totp || hasPasskey) {
    return (
      <Stack gap="md">
        <Text size="sm">{words.factorIntro}</Text>
        {user.has_totp && <CodeForm onDone={confirmed} />}
        {user.has_totp && hasPasskey && <Divider label={signIn.or} />}
        {hasPasskey && <PasskeyFactor send={profile.reauthenticate} onDone={confirmed} />}
        <FactorHelp />
      </Stack>
    );
  }
  return user.has_password ? <PasswordForm onDone={confirmed} /> : <SignInAgain />;
}

function CodeForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const form = useForm({ initialValues: { code: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ code }) => profile.reauthenticate(factorIn(code)),
    onDone,
    isVisitor: true,
    refused: words.wrongCode,
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={words.code}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('code')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

function PasswordForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const form = useForm({ initialValues: { password: '' } });
  const send = profile.reauthenticate;
  const { onSubmit, isPending, problem } = useSubmit({ form, send, onDone, isVisitor: true });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Text size="sm">{words.passwordIntro}</Text>
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('password')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

function SignInAgain() {
  return (
    <Stack gap="md">
      <Text size="sm">{words.signInIntro}</Text>
      <Button component="a" href={`/dashboard/sign-in?return_to=${encodeURIComponent(window.location.pathname)}`}>
        {words.signIn}
      </Button>
    </Stack>
  );
}
