import type { QueryClient } from '@tanstack/react-query';
import { setCsrfToken } from './api/client';
import { sessionQuery } from './api/queries';
import type { AppRouter } from './router';

/** The session is over: nothing of it stays in the page. `isExpired`: it was not asked for, so the way back is kept. */
export function leaveToSignIn(
  router: AppRouter,
  queryClient: QueryClient,
  { isExpired }: { isExpired: boolean },
): void {
  const here = router.state.location;
  // A page is for visitors unless it lies behind the shell.
  const isInside = router.state.matches.some(({ routeId }) => routeId === '/inside');
  setCsrfToken(null);
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  if (!isInside) return;
  const search = isExpired ? { return_to: here.publicHref, expired: true } : {};
  void router.navigate({ to: '/sign-in', search }).then(() => queryClient.clear());
}
