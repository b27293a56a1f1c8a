import { useMutation, useQueryClient } from '@tanstack/react-query';
import { team } from '../api/changes';
import { sessionQuery } from '../api/queries';

/** The session works for another team from now on: everything that was read is of the one before. */
export function useSwitchTeam() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { readonly id: string }) => team.switchTo(id),
    onSuccess: async () => {
      // The session stays on show until the new one is there, because the shell stands on it.
      const [key] = sessionQuery.queryKey;
      await queryClient.refetchQueries({ queryKey: [key] });
      await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== key });
    },
  });
}
