import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { say, sayProblem } from '../../ui/toast';

/** Makes a draft of all that a broadcast says, and opens it. The function is the same at each call. */
export function useDuplicate(): (broadcast: { readonly id: string }) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id }: { readonly id: string }) => call('POST /broadcasts/{id}/duplicate', { path: { id } }),
    onSuccess: ({ id }) => {
      say(words.duplicated);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      void navigate({ to: '/broadcasts/$id', params: { id } });
    },
    onError: sayProblem,
  }).mutate;
}
