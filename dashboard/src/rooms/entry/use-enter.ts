import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../api/queries';
import { returnPath } from '../../return-path';

/** After a sign-in: reads the session, and opens the page that the person asked for. */
export function useEnter(returnTo?: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (): Promise<void> => {
    // What an earlier person read is nothing for this one.
    queryClient.removeQueries();
    await queryClient.fetchQuery(sessionQuery);
    router.history.push(returnPath(returnTo));
  };
}
