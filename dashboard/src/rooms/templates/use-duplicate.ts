import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { templateMessages as words } from '../../messages/templates';
import { say, sayProblem } from '../../ui/toast';

/** Copies the draft of a template, and opens the copy. The function is the same at each call. */
export function useDuplicate(): (template: { readonly id: string }) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ id }: { readonly id: string }) =>
      call('POST /templates/{template}/duplicate', { path: { template: id } }),
    onSuccess: ({ id }) => {
      say(words.duplicated);
      void queryClient.invalidateQueries(under('GET /dashboard-api/templates'));
      void navigate({ to: '/templates/$id', params: { id } });
    },
    onError: sayProblem,
  }).mutate;
}
