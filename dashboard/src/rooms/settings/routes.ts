import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { text } from '../../router/search';

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-layout'), 'SettingsLayout'),
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
  component: lazyRouteComponent(() => import('./profile-room'), 'ProfileRoom'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  validateSearch: (search: Record<string, unknown>): { error?: string } =>
    search['error'] === undefined ? {} : { error: text(search['error']) },
  component: lazyRouteComponent(() => import('./security-room'), 'SecurityRoom'),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./sessions-room'), 'SessionsRoom'),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: lazyRouteComponent(() => import('./people-room'), 'PeopleRoom'),
});

const policy = createRoute({
  getParentRoute: () => settings,
  path: '/policy',
  component: lazyRouteComponent(() => import('./policy-room'), 'PolicyRoom'),
});

const smtp = createRoute({
  getParentRoute: () => settings,
  path: '/smtp',
  component: lazyRouteComponent(() => import('./smtp-room'), 'SmtpRoom'),
});

const retention = createRoute({
  getParentRoute: () => settings,
  path: '/retention',
  component: lazyRouteComponent(() => import('./retention-room'), 'RetentionRoom'),
});

const exportsRoute = createRoute({
  getParentRoute: () => settings,
  path: '/exports',
  component: lazyRouteComponent(() => import('../exports/exports-room'), 'ExportsRoom'),
});

const erasures = createRoute({
  getParentRoute: () => settings,
  path: '/erasures',
  component: lazyRouteComponent(() => import('./erasures/erasures-room'), 'ErasuresRoom'),
});

const erasure = createRoute({
  getParentRoute: () => settings,
  path: '/erasures/$id',
  component: lazyRouteComponent(() => import('./erasures/erasure-room'), 'ErasureRoom'),
});

export const settingsRoutes = settings.addChildren([
  settingsHome,
  profile,
  security,
  sessions,
  people,
  policy,
  exportsRoute,
  erasures,
  erasure,
  smtp,
  retention,
]);
