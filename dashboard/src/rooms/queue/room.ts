import { IconStack2 } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../room';

export const rooms = [
  room({
    path: '/queue',
    title: 'Queue',
    menu: { group: 'send', place: 40, icon: IconStack2, keys: 'g q', reads: 'GET /dashboard-api/queue' },
    component: lazyRouteComponent(() => import('./queue-room'), 'QueueRoom'),
    live: { emails: ['GET /dashboard-api/queue'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly queue: typeof rooms;
  }
}
