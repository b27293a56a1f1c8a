import { IconMail } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, text, texts } from '../../router/search';
import { room } from '../room';
import { emailDialogs, type EmailSearch, filterNames, type ListSearch, tabNames, views } from './parameters';

export const rooms = [
  room({
    path: '/emails',
    title: 'Emails',
    menu: { group: 'send', place: 10, icon: IconMail, keys: 'g e', reads: 'GET /dashboard-api/emails' },
    search: (search: Search): ListSearch => ({
      ...texts(search, filterNames),
      ...(search['test'] === true ? { test: true as const } : {}),
    }),
    commands: [{ title: 'Send a test email', may: 'POST /emails', search: { test: true } }],
    component: lazyRouteComponent(() => import('./emails-room'), 'EmailsRoom'),
    live: { emails: ['GET /dashboard-api/emails', 'GET /dashboard-api/emails/{id}/overview'] },
  }),
  room({
    path: '/emails/$id',
    search: (search: Search): EmailSearch => {
      const tab = tabNames.find((name) => name === search['tab']);
      const view = views.find((name) => name === search['view']);
      const at = text(search['at']);
      const open = emailDialogs.find((name) => name === search['open']);
      return {
        ...(tab === undefined ? {} : { tab }),
        ...(view === undefined ? {} : { view }),
        ...(at === '' ? {} : { at }),
        ...(open === undefined ? {} : { open }),
      };
    },
    component: lazyRouteComponent(() => import('./email-room'), 'EmailRoom'),
    live: { suppressions: ['GET /dashboard-api/emails/{id}/suppressions'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly emails: typeof rooms;
  }
}
