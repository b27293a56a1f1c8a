import { IconInbox } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/received',
    title: 'Received',
    menu: { group: 'send', place: 11, icon: IconInbox, keys: 'g n', reads: 'GET /dashboard-api/emails/receiving' },
    search: listSearch('search', 'thread'),
    component: lazyRouteComponent(() => import('./received-room'), 'ReceivedRoom'),
    live: { received: ['GET /dashboard-api/emails/receiving'] },
  }),
  room({
    path: '/received/$id',
    component: lazyRouteComponent(() => import('./received-email-room'), 'ReceivedEmailRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly received: typeof rooms;
  }
}
