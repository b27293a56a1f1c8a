import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { say, sayProblem } from '../../ui/toast';
import { webhookChanges } from './changes';

interface ResendProps {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onSent: () => void;
}

/** Sends the message again, under the same id. */
export function Resend({ endpointId, messageId, onSent }: ResendProps) {
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: () => webhookChanges.resend(endpointId, messageId),
    onSuccess: () => {
      say(words.resent);
      onSent();
      void queryClient.invalidateQueries(under('GET /dashboard-api/webhooks/{id}', { id: endpointId }));
    },
    onError: sayProblem,
  });
  if (!useMay('POST /webhooks/{id}/events/{event_id}/replay')) return null;
  return (
    <Button loading={resend.isPending} onClick={() => resend.mutate()}>
      {words.resend}
    </Button>
  );
}
