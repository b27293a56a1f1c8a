import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { say, sayProblem } from '../../ui/toast';

/** Ends a schedule at once: nothing is lost by it. Absent for who may not. */
export function BackToDraft({ id }: { readonly id: string }) {
  const queryClient = useQueryClient();
  const may = useMay('POST /broadcasts/{id}/cancel');
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /broadcasts/{id}/cancel', { path: { id } }),
    onSuccess: () => {
      say(words.backToDraftSaid);
      return queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
    },
    onError: sayProblem,
  });
  if (!may) return null;
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {words.backToDraft}
    </Button>
  );
}
