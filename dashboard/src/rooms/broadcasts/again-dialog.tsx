import '@mantine/core/styles/Radio.css';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { broadcastAgainWords as words } from '../../messages/broadcast-again';
import { Dialog } from '../../ui/dialog';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';

type Kind = keyof typeof words.kinds;
const kinds = Object.keys(words.kinds) as Kind[];

/** Makes a draft of a broadcast that was sent, for the rest of its audience, and opens it. */
export default function AgainDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<{ kind: Kind }>({ initialValues: { kind: 'opened' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ kind }) => call('POST /dashboard-api/broadcasts/{id}/again', { path: { id }, body: { kind } }),
    onDone: ({ id: draft }) => {
      say(words.created);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      onClose();
      void navigate({ to: '/broadcasts/$id', params: { id: draft } });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.label}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm">{words.intro}</Text>
          <Radio.Group label={words.who} {...form.getInputProps('kind')}>
            <Stack gap="xs" mt={6}>
              {kinds.map((kind) => (
                <Radio key={kind} value={kind} label={words.kinds[kind]} description={words.meanings[kind]} />
              ))}
            </Stack>
          </Radio.Group>
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
