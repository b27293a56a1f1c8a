import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem';
import { sessionQuery } from './queries';

const freshMs = 15_000;
const mostRetries = 3;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** What was asked is asked again where that may help: nothing was answered, or the server is busy or at fault. */
const mayHelp = (error: Error): boolean =>
  error instanceof ApiProblem && (error.kind === 'unreachable' || error.kind === 'busy' || error.kind === 'failed');

function delayMs(attempt: number, error: Error): number {
  const asked = error instanceof ApiProblem ? error.retryAfterMs : 0;
  return Math.min(Math.max(asked, firstDelayMs * 2 ** attempt), longestDelayMs);
}

/** Changes are never repeated by themselves. `signedOut` is called when any request finds that the session is over. */
export function createQueryClient(signedOut: () => void): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiProblem && error.kind === 'signed-out') signedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without a session the page asks who is signed in, and is answered.
        if (query.queryKey[0] !== sessionQuery.queryKey[0] || query.state.data !== undefined) onError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.['visitor'] !== true) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < mostRetries && mayHelp(error),
        retryDelay: delayMs,
      },
      mutations: { retry: false },
    },
  });
}
