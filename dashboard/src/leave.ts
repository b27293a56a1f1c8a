import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { setCsrfToken } from './api/client';
import { signInOptionsQuery } from './api/queries';

/** The session is over: nothing of it stays in the page. `isExpired`: it was not asked for, so the way back is kept. */
export function leaveToSignIn(
  router: RegisteredRouter,
  queryClient: QueryClient,
  { isExpired }: { isExpired: boolean },
): void {
  const { location, matches } = router.state;
  setCsrfToken(null);
  // A page is for visitors unless it lies behind the shell.
  if (!matches.some(({ routeId }) => routeId === '/inside')) return;
  const search = isExpired ? { return_to: location.publicHref, expired: true } : {};
  // The shell reads the kept answers until it is closed. The list of ways to sign in stays: it holds nothing personal.
  const [keptKey] = signInOptionsQuery.queryKey;
  void router
    .navigate({ to: '/sign-in', search })
    .then(() => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keptKey }));
}
