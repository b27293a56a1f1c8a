import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { access } from '../../api/changes';
import { messages } from '../../messages';
import { entry } from '../../messages/entry';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import { Card } from './card';
import { NewPassword } from '../../ui/new-password';
import { useEnter } from './use-enter';

const { problems } = messages;
const { setUp, signIn } = entry;
const route = getRouteApi('/entry/set-up');

export function SetUpRoom() {
  const { token } = route.useSearch();
  const form = useForm({ initialValues: { name: '', email: '', team_name: '', password: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ team_name: teamName, ...person }) =>
      access.setUp({ token, ...person, ...(teamName.trim() === '' ? {} : { team_name: teamName }) }),
    onDone: useEnter(),
    isVisitor: true,
  });
  if (token === '') return <Card title={setUp.title} intro={problems.noToken} />;
  return (
    <Card title={setUp.title} intro={setUp.intro}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label={setUp.name}
            autoComplete="name"
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={signIn.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <NewPassword form={form} label={entry.password.label} />
          <TextInput label={setUp.team} autoComplete="organization" {...form.getInputProps('team_name')} />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {setUp.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
