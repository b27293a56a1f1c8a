import { IconDoorExit } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../room';

export const rooms = [
  room({
    path: '/unsubscribe-page',
    title: 'Unsubscribe page',
    menu: {
      group: 'audience',
      place: 70,
      icon: IconDoorExit,
      keys: 'g r',
      reads: 'GET /dashboard-api/unsubscribe-page',
    },
    component: lazyRouteComponent(() => import('./unsubscribe-room'), 'UnsubscribeRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly 'unsubscribe-page': typeof rooms;
  }
}
