import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { team } from '../api/changes';
import { messages } from '../messages';
import { ProblemNotice } from '../ui/problem-notice';
import { useSubmit } from '../ui/use-submit';
import { useSwitchTeam } from './use-switch-team';
import { say } from '../ui/toast';

export default function NewTeamForm({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({ initialValues: { name: '' } });
  const switchTeam = useSwitchTeam();
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name }) => team.create(name),
    onDone: async ({ id }, { name }) => {
      await switchTeam.mutateAsync({ id });
      say(messages.team.created(name));
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <TextInput label={messages.team.name} required data-autofocus {...form.getInputProps('name')} />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {messages.team.submit}
        </Button>
      </Stack>
    </form>
  );
}
