import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { auditRoutes } from './rooms/audit/routes';
import { domainRoutes } from './rooms/domains/routes';
import { emailRoutes } from './rooms/emails/routes';
import { entryRoutes } from './rooms/entry/routes';
import { keyRoutes } from './rooms/keys/routes';
import { healthRoutes } from './rooms/health/routes';
import { logRoutes } from './rooms/logs/routes';
import { metricsRoutes } from './rooms/metrics/routes';
import { queueRoutes } from './rooms/queue/routes';
import { settingsRoutes } from './rooms/settings/routes';
import { suppressionRoutes } from './rooms/suppressions/routes';
import { usageRoutes } from './rooms/usage/routes';
import { webhookRoutes } from './rooms/webhooks/routes';
import { inside, root } from './router/root';
import { NotFound, RoomError } from './ui/room-error';
import { Waiting } from './ui/waiting';

/*
 * Every address of the page. A room's folder has its routes: the room is loaded when it is first opened, and the parameters of its
 * address are read there, into types.
 */

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/emails', throw: true });
  },
});

const routeTree = root.addChildren([
  entryRoutes,
  inside.addChildren([
    home,
    ...emailRoutes,
    ...metricsRoutes,
    ...domainRoutes,
    ...suppressionRoutes,
    ...webhookRoutes,
    ...logRoutes,
    ...queueRoutes,
    ...usageRoutes,
    ...keyRoutes,
    ...auditRoutes,
    ...healthRoutes,
    settingsRoutes,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    defaultPreload: 'intent',
    // What is fresh is the business of the queries.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RoomError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: Waiting,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
