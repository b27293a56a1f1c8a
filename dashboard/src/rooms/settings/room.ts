import { IconAdjustments } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { messages } from '../../messages';
import { type Search, text } from '../../router/search';
import { listSearch } from '../../router/search';
import { room } from '../room';

const { settings } = messages;

/** What stands around all of them. */
export const settingsRoom = room({
  path: '/settings',
  title: settings.title,
  menu: { group: 'settings', place: 10, icon: IconAdjustments, keys: 'g s', reads: 'GET /dashboard-api/session' },
  component: lazyRouteComponent(() => import('./settings-layout'), 'SettingsLayout'),
});

export const rooms = [
  room({
    path: '/settings/profile',
    title: settings.profile,
    menu: { group: 'yours', place: 10, reads: 'GET /dashboard-api/session' },
    component: lazyRouteComponent(() => import('./profile-room'), 'ProfileRoom'),
  }),
  room({
    path: '/settings/security',
    title: settings.security,
    menu: { group: 'yours', place: 20, reads: 'GET /dashboard-api/session' },
    search: (search: Search): { error?: string } =>
      search['error'] === undefined ? {} : { error: text(search['error']) },
    component: lazyRouteComponent(() => import('./security-room'), 'SecurityRoom'),
  }),
  room({
    path: '/settings/sessions',
    title: settings.sessions,
    menu: { group: 'yours', place: 30, reads: 'GET /dashboard-api/sessions' },
    component: lazyRouteComponent(() => import('./sessions-room'), 'SessionsRoom'),
  }),
  room({
    path: '/settings/people',
    title: settings.people,
    menu: { group: 'teams', place: 10, reads: 'GET /dashboard-api/people' },
    search: listSearch(),
    commands: [{ title: 'Invite a teammate', may: 'POST /dashboard-api/invitations', search: { create: true } }],
    component: lazyRouteComponent(() => import('./people-room'), 'PeopleRoom'),
    live: {
      people: ['GET /dashboard-api/people', 'GET /dashboard-api/team', 'GET /dashboard-api/session'],
      invitations: ['GET /dashboard-api/invitations'],
    },
  }),
  room({
    path: '/settings/brand',
    title: settings.brand,
    menu: { group: 'teams', place: 15, reads: 'GET /dashboard-api/brand' },
    component: lazyRouteComponent(() => import('./brand-room'), 'BrandRoom'),
  }),
  room({
    path: '/settings/policy',
    title: settings.policy,
    menu: { group: 'teams', place: 20, reads: 'GET /dashboard-api/team', feature: 'authenticator' },
    component: lazyRouteComponent(() => import('./policy-room'), 'PolicyRoom'),
  }),
  room({
    path: '/settings/smtp',
    title: settings.smtp,
    menu: { group: 'server', place: 10, reads: 'GET /dashboard-api/installation' },
    component: lazyRouteComponent(() => import('./smtp-room'), 'SmtpRoom'),
  }),
  room({
    path: '/settings/retention',
    title: settings.retention,
    menu: { group: 'server', place: 20, reads: 'GET /dashboard-api/installation' },
    component: lazyRouteComponent(() => import('./retention-room'), 'RetentionRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly settings: typeof rooms;
  }
}
