import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { under } from '../../../api/reading';
import { useNavigate } from '@tanstack/react-router';
import { erasures as words } from '../../../messages/erasures';
import { ProblemNotice } from '../../../ui/problem-notice';
import { say } from '../../../ui/toast';
import { useSubmit } from '../../../ui/use-submit';
import { requestErasure } from './queries';

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Nothing can undo it, so the address is typed twice in place of an undo. */
export function EraseForm() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', confirmation: '' },
    validate: { confirmation: (value, { email }) => (same(value, email) ? null : words.differs) },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ email, confirmation }) => requestErasure({ email: email.trim(), confirmation: confirmation.trim() }),
    onDone: ({ id }) => {
      form.reset();
      say(words.requested);
      void queryClient.invalidateQueries(under('GET /dashboard-api/erasures'));
      void navigate({ to: '/settings/erasures/$id', params: { id } });
    },
  });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true, withAsterisk: false };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput label={words.email} w="100%" maxLength={254} {...plain} {...form.getInputProps('email')} />
        <TextInput
          label={words.confirmation}
          description={words.confirmationHint}
          w="100%"
          maxLength={254}
          onPaste={(event) => event.preventDefault()}
          {...plain}
          {...form.getInputProps('confirmation')}
        />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" color="red" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
