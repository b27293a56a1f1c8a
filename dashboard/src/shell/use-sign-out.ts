import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { access } from '../api/changes';
import { leaveToSignIn } from '../leave';
import { sayProblem } from '../ui/toast';

/** Ends sessions by `end` (this one where it is not given), and shows the sign-in. */
export function useSignOut(end: () => Promise<unknown> = access.signOut) {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: () => leaveToSignIn(router, queryClient, { isExpired: false }),
    onError: sayProblem,
  });
}
