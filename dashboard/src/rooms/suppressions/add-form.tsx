import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { suppressions as words } from '../../messages/suppressions';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { suppressionChanges } from './changes';
import type { Scope } from './documents';

interface AddFormProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** Puts an address on the list. */
export default function AddForm({ address, onDone }: AddFormProps) {
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; scope: Scope }>({ initialValues: { email: address, scope: 'all' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ email, scope }) => suppressionChanges.add({ email: email.trim(), scope }),
    onDone: (_added, { email }) => {
      void queryClient.invalidateQueries(under('GET /dashboard-api/suppressions'));
      say(words.added(email.trim()));
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={words.address}
          placeholder="name@example.com"
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={words.scope}
          data={(['all', 'bulk'] as const).map((value) => ({ value, label: words.scopes[value] }))}
          {...form.getInputProps('scope')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
