import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { once } from '../../api/reading';
import { useNavigate } from '@tanstack/react-router';
import { domainsQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { emails as words } from '../../messages/emails';
import { Outline } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { emails } from './changes';
import { Dialog } from '../../ui/dialog';

const { testing } = words;
/** Senders of every server; what others are is their owner's. */
const sandboxes: ReadonlySet<string> = new Set(['resend.dev', 'posthorn.test']);

export default function TestMail({ onClose }: { readonly onClose: () => void }) {
  const { data, isError } = useQuery(domainsQuery);
  const isKnown = data !== undefined || isError;
  const own = data?.data.find(({ name, status }) => status === 'verified' && !sandboxes.has(name));
  return (
    <Dialog opened onClose={onClose} title={testing.title}>
      {isKnown ? <TestForm domain={own?.name ?? null} /> : <Outline lines={4} />}
    </Dialog>
  );
}

/** @returns null when only the sandboxes may send, and they reach test addresses. */
function TestForm({ domain }: { readonly domain: string | null }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      from: domain === null ? 'onboarding@resend.dev' : `test@${domain}`,
      to: domain === null ? 'delivered@resend.dev' : user.email,
      subject: testing.defaultSubject,
      text: testing.defaultText,
    },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (values) => emails.send(values),
    onDone: ({ id }) => {
      say(testing.sent);
      void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
      void navigate({ to: '/emails/$id', params: { id } });
    },
  });
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput label={testing.from} required withAsterisk={false} {...form.getInputProps('from')} />
        <TextInput
          label={testing.to}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          {...form.getInputProps('to')}
        />
        <TextInput label={testing.subject} required withAsterisk={false} {...form.getInputProps('subject')} />
        <Textarea label={testing.text} rows={4} {...form.getInputProps('text')} />
        {domain === null && (
          <Text size="xs" c="dimmed">
            {testing.hint}
          </Text>
        )}
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {testing.submit}
        </Button>
      </Stack>
    </form>
  );
}
