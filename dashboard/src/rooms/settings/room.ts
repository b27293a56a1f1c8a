import { IconAdjustments } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { messages } from '../../messages';
import { type Search, text } from '../../router/search';
import { room, type Samples } from '../room';

const { settings } = messages;

/** What stands around all of them. */
export const settingsRoom = room({
  path: '/settings',
  title: settings.title,
  menu: { icon: IconAdjustments, keys: 'g s', reads: 'GET /dashboard-api/session' },
  component: lazyRouteComponent(() => import('./settings-layout'), 'SettingsLayout'),
});

export const yourSettings = [
  room({
    path: '/settings/profile',
    title: settings.profile,
    menu: { group: 'yours', reads: 'GET /dashboard-api/session' },
    component: lazyRouteComponent(() => import('./profile-room'), 'ProfileRoom'),
  }),
  room({
    path: '/settings/security',
    title: settings.security,
    menu: { group: 'yours', reads: 'GET /dashboard-api/session' },
    search: (search: Search): { error?: string } =>
      search['error'] === undefined ? {} : { error: text(search['error']) },
    component: lazyRouteComponent(() => import('./security-room'), 'SecurityRoom'),
  }),
  room({
    path: '/settings/sessions',
    title: settings.sessions,
    menu: { group: 'yours', reads: 'GET /dashboard-api/sessions' },
    component: lazyRouteComponent(() => import('./sessions-room'), 'SessionsRoom'),
  }),
] as const;

export const teamSettings = [
  room({
    path: '/settings/people',
    title: settings.people,
    menu: { group: 'teams', reads: 'GET /dashboard-api/people' },
    component: lazyRouteComponent(() => import('./people-room'), 'PeopleRoom'),
    live: {
      people: ['GET /dashboard-api/people', 'GET /dashboard-api/team', 'GET /dashboard-api/session'],
      invitations: ['GET /dashboard-api/invitations'],
    },
  }),
  room({
    path: '/settings/policy',
    title: settings.policy,
    menu: { group: 'teams', reads: 'GET /dashboard-api/team', feature: 'authenticator' },
    component: lazyRouteComponent(() => import('./policy-room'), 'PolicyRoom'),
  }),
] as const;

export const serverSettings = [
  room({
    path: '/settings/smtp',
    title: settings.smtp,
    menu: { group: 'server', reads: 'GET /dashboard-api/installation' },
    component: lazyRouteComponent(() => import('./smtp-room'), 'SmtpRoom'),
  }),
  room({
    path: '/settings/retention',
    title: settings.retention,
    menu: { group: 'server', reads: 'GET /dashboard-api/installation' },
    component: lazyRouteComponent(() => import('./retention-room'), 'RetentionRoom'),
  }),
] as const;

export const samples: Samples = [
  ['profile', '/settings/profile', 'text=Download your data'],
  ['security', '/settings/security', 'text=Laptop'],
  ['sessions', '/settings/sessions', 'text=Safari on iOS'],
  ['people', '/settings/people', 'text=carol@example.com'],
  ['policy', '/settings/policy', 'text=Everybody needs a second factor'],
  ['smtp', '/settings/smtp', 'text=self-signed'],
  ['retention', '/settings/retention', 'text=30 days'],
];
