import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { profile } from '../../api/changes';
import { useSession } from '../../api/session';
import { settingMessages } from '../../messages/setting-rooms';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

const { profile: words } = settingMessages;

/** Who signs in by a provider or a passkey only has no password to prove it with: that one chooses a password first. */
export default function ProfileEmail() {
  const { user } = useSession();
  const hasPassword = user.has_password;
  const form = useForm({ initialValues: { email: '', password: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: profile.changeEmail,
    onDone: () => {
      form.reset();
      say(words.emailSent);
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput label={words.current} value={user.email} readOnly w="100%" />
        {!hasPassword ? (
          words.needsPassword
        ) : (
          <>
            <TextInput
              label={words.newEmail}
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              w="100%"
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={words.currentPassword}
              autoComplete="current-password"
              required
              withAsterisk={false}
              w="100%"
              {...form.getInputProps('password')}
            />
            {problem !== null && <ProblemNotice error={problem} />}
            <Button type="submit" loading={isPending}>
              {words.emailSubmit}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
