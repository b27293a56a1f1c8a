import '@mantine/core/styles/PasswordInput.css';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { profile } from '../../api/changes';
import { sessionQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { addressOf } from '../../api/client';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

/** Below what a first visit shows. */
const ClockPanel = lazy(async () => ({ default: (await import('./clock-panel')).ClockPanel }));

const { actions } = messages;
const { profile: words } = settingMessages;

export function ProfileRoom() {
  const { user } = useSession();
  return (
    <Page intro={words.intro}>
      <Panel title={words.nameTitle}>
        <NameForm />
      </Panel>
      <Panel title={words.emailTitle} intro={words.emailIntro}>
        <EmailForm hasPassword={user.has_password} />
      </Panel>
      <Suspense fallback={null}>
        <ClockPanel />
      </Suspense>
      <Panel title={words.exportTitle} intro={words.exportText}>
        <Group>
          <Button
            variant="default"
            component="a"
            href={addressOf('GET /dashboard-api/profile/export')}
            download="posthorn-my-data.json"
          >
            {words.export}
          </Button>
        </Group>
      </Panel>
    </Page>
  );
}

function NameForm() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: user.name } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name }) => profile.rename(name),
    onDone: async () => {
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      say(words.saved);
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput
          label={words.name}
          autoComplete="name"
          required
          withAsterisk={false}
          w="100%"
          {...form.getInputProps('name')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {actions.save}
        </Button>
      </Stack>
    </form>
  );
}

/** Who signs in by a provider or a passkey only has no password to prove it with: that one chooses a password first. */
function EmailForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const { user } = useSession();
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
