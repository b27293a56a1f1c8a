import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries';

/** Reads again what the session's document says of the person, after a change of it. */
export function useSessionChanged() {
  const queryClient = useQueryClient();
  return (): Promise<void> => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
}
