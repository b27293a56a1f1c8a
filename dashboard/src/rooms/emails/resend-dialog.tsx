import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { once } from '../../api/reading';
import { Because, Callout } from '../../kit/callout';
import { messages } from '../../messages';
import { resendWords as words } from '../../messages/resend';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { emails, newKey } from './changes';
import type { EmailSuppression, Overview } from './documents';
import { emailSuppressionsQuery } from './queries';

interface ResendDialogProps {
  readonly overview: Overview;
  readonly onClose: () => void;
}

const shownAddresses = 5;

/** Sends a new email with the same content, once it was said whom it will not reach. */
export default function ResendDialog({ overview, onClose }: ResendDialogProps) {
  const { id, recipients } = overview;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // One for all tries, so that the repeat of a request is not a second email.
  const [key] = useState(newKey);
  const suppressed = useQuery(emailSuppressionsQuery(id));
  const resend = useMutation({
    mutationFn: () => emails.resend(id, key),
    onSuccess: ({ id: newId }) => {
      say(words.resent);
      void queryClient.invalidateQueries(once('GET /dashboard-api/emails'));
      void navigate({ to: '/emails/$id', params: { id: newId } });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      <Loaded query={suppressed}>
        {({ data }) => {
          const held = data.filter(({ scope }) => scope === 'all');
          const reached = recipients.length - held.length;
          return (
            <Stack gap="md">
              <Text size="sm">{words.intro}</Text>
              {held.length > 0 && <Warning held={held} reached={reached} />}
              {resend.isError && <ProblemNotice error={resend.error} />}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onClose}>
                  {messages.actions.cancel}
                </Button>
                <Button loading={resend.isPending} onClick={() => resend.mutate()}>
                  {held.length === 0 ? words.submit(recipients.length) : words.submitAnyway(reached)}
                </Button>
              </Group>
            </Stack>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function Warning({ held, reached }: { readonly held: readonly EmailSuppression[]; readonly reached: number }) {
  const names = held.slice(0, shownAddresses).map(({ email }) => email);
  return (
    <Callout tone="warn" title={words.held(held.length)}>
      <Because>
        {names.join(', ')} {held.length > names.length ? words.more(held.length - names.length) : ''}
      </Because>
      <Because>{reached === 0 ? words.reachesNone : words.reaches(reached)}</Because>
    </Callout>
  );
}
