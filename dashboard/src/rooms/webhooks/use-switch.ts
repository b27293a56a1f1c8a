import { useMutation, useQueryClient } from '@tanstack/react-query';
import { under } from '../../api/reading';
import { webhooks as words } from '../../messages/webhooks';
import { say, sayProblem } from '../../ui/toast';
import { webhookChanges } from './changes';
import type { Standing } from './documents';

/** Switches an endpoint on or off. */
export function useSwitch({ id }: Pick<Standing, 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (status: Standing['status']) => webhookChanges.change(id, { status }),
    onSuccess: (_answer, status) => {
      say(status === 'enabled' ? words.enabled : words.disabled);
      void queryClient.invalidateQueries(under('GET /dashboard-api/webhooks'));
    },
    onError: sayProblem,
  });
}
