import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem';
import { sessionQuery } from '../api/queries';

/* What every room hangs on. */

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** The one room that a person reaches while a second factor is still asked for. */
const enrolPath = '/settings/security';

/** For people who are signed in: the shell around a room. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      if (session.second_factor !== 'enrol' || location.pathname === enrolPath) return;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.kind !== 'signed-out') throw error;
      redirect({ to: '/sign-in', search: { return_to: location.publicHref }, throw: true });
    }
    redirect({ to: enrolPath, throw: true });
  },
  component: lazyRouteComponent(() => import('../shell/shell'), 'Shell'),
});
