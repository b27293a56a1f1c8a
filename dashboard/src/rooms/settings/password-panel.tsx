import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { profile } from '../../api/changes';
import { sessionQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { settingMessages } from '../../messages/setting-rooms';
import { NewPassword } from '../../ui/new-password';
import { Panel } from '../../ui/panel';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

const { security } = settingMessages;

export function PasswordPanel() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { current_password: '', password: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ current_password: current, password }) =>
      profile.changePassword(user.has_password ? { current_password: current, password } : { password }),
    onDone: async () => {
      form.reset();
      // The session has a new cookie, and so a new token for changes.
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      say(security.passwordSaved);
    },
  });
  return (
    <Panel title={security.passwordTitle} intro={security.passwordIntro}>
      <form onSubmit={onSubmit}>
        <Stack gap="md" maw={420} align="flex-start">
          {/* Password managers read from here whose password it is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          {user.has_password && (
            <PasswordInput
              label={security.current}
              autoComplete="current-password"
              required
              withAsterisk={false}
              w="100%"
              {...form.getInputProps('current_password')}
            />
          )}
          <NewPassword form={form} />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {security.passwordSubmit}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
