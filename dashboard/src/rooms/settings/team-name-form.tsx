import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { team } from '../../api/changes';
import { sessionQuery, teamQuery } from '../../api/queries';
import { messages } from '../../messages';
import { settingMessages } from '../../messages/setting-rooms';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

const { actions } = messages;
const { people, profile } = settingMessages;

export default function TeamNameForm({ name: shown }: { readonly name: string }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: shown } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ name }) => team.change({ name }),
    onDone: async (changed) => {
      queryClient.setQueryData(teamQuery.queryKey, changed);
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      say(profile.saved);
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput label={people.teamName} required withAsterisk={false} w="100%" {...form.getInputProps('name')} />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" variant="default" loading={isPending}>
          {actions.save}
        </Button>
      </Stack>
    </form>
  );
}
