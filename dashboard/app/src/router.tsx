import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiProblem } from './api/problem';
import { sessionQuery } from './api/queries';
import { returnPath } from './return-path';
import { NotFound, RoomError } from './ui/room-error';
import { Waiting } from './ui/waiting';

/* Every address of the page. A room is loaded when it is first opened; the parameters of its address are read here, into types. */

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** For visitors: a card in the middle. */
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./rooms/entry/entry-layout'), 'EntryLayout'),
});

const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { return_to?: string; expired?: boolean; error?: string } => ({
    ...(search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) }),
    ...(search['expired'] === undefined ? {} : { expired: true }),
    ...(search['error'] === undefined ? {} : { error: text(search['error']) }),
  }),
  component: lazyRouteComponent(() => import('./rooms/entry/sign-in'), 'SignInRoom'),
});

const secondFactor = createRoute({
  getParentRoute: () => entry,
  path: '/second-factor',
  validateSearch: (search: Record<string, unknown>): { return_to?: string } =>
    search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) },
  component: lazyRouteComponent(() => import('./rooms/entry/second-factor'), 'SecondFactorRoom'),
});

const withToken = (search: Record<string, unknown>) => ({ token: text(search['token']) });

const setUp = createRoute({
  getParentRoute: () => entry,
  path: '/set-up',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./rooms/entry/set-up'), 'SetUpRoom'),
});

const reset = createRoute({
  getParentRoute: () => entry,
  path: '/reset',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search['token'] === undefined ? {} : { token: text(search['token']) },
  component: lazyRouteComponent(() => import('./rooms/entry/reset'), 'ResetRoom'),
});

const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./rooms/entry/invitation'), 'InvitationRoom'),
});

const confirmEmail = createRoute({
  getParentRoute: () => entry,
  path: '/confirm-email',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./rooms/entry/confirm-email'), 'ConfirmEmailRoom'),
});

/** The one room that a person reaches while a second factor is still asked for. */
const enrolPath = '/settings/security';

const inside = createRoute({
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
  component: lazyRouteComponent(() => import('./shell/shell'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/api-keys', throw: true });
  },
});

const apiKeys = createRoute({
  getParentRoute: () => inside,
  path: '/api-keys',
  /** `create`: with the form for a new one open. */
  validateSearch: (search: Record<string, unknown>): { create?: true } =>
    search['create'] === true ? { create: true } : {},
  component: lazyRouteComponent(() => import('./rooms/keys/keys-room'), 'KeysRoom'),
});

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/access-audit',
  component: lazyRouteComponent(() => import('./rooms/audit/audit-room'), 'AuditRoom'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./rooms/settings/settings-layout'), 'SettingsLayout'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/settings/profile', throw: true });
  },
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  component: lazyRouteComponent(() => import('./rooms/settings/profile-room'), 'ProfileRoom'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  component: lazyRouteComponent(() => import('./rooms/settings/security-room'), 'SecurityRoom'),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./rooms/settings/sessions-room'), 'SessionsRoom'),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: lazyRouteComponent(() => import('./rooms/settings/people-room'), 'PeopleRoom'),
});

const policy = createRoute({
  getParentRoute: () => settings,
  path: '/policy',
  component: lazyRouteComponent(() => import('./rooms/settings/policy-room'), 'PolicyRoom'),
});

const smtp = createRoute({
  getParentRoute: () => settings,
  path: '/smtp',
  component: lazyRouteComponent(() => import('./rooms/settings/smtp-room'), 'SmtpRoom'),
});

const retention = createRoute({
  getParentRoute: () => settings,
  path: '/retention',
  component: lazyRouteComponent(() => import('./rooms/settings/retention-room'), 'RetentionRoom'),
});

const routeTree = root.addChildren([
  entry.addChildren([signIn, secondFactor, setUp, reset, invitation, confirmEmail]),
  inside.addChildren([
    home,
    apiKeys,
    audit,
    settings.addChildren([settingsHome, profile, security, sessions, people, policy, smtp, retention]),
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
