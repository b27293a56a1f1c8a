import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../../room';

export const rooms = [
  room({
    path: '/settings/erasures',
    title: 'Erase personal data',
    menu: {
      group: 'server',
      place: 30,
      reads: 'GET /dashboard-api/erasures',
      feature: 'server',
    },
    component: lazyRouteComponent(() => import('./erasures-room'), 'ErasuresRoom'),
  }),
  room({
    path: '/settings/erasures/$id',
    component: lazyRouteComponent(() => import('./erasure-room'), 'ErasureRoom'),
  }),
] as const;

declare module '../../room' {
  interface Rooms {
    readonly erasures: typeof rooms;
  }
}
