import { lazyRouteComponent } from '@tanstack/react-router';
import { room, type Samples } from '../../room';

export const rooms = [
  room({
    path: '/settings/erasures',
    title: 'Erase a person',
    menu: {
      group: 'teams',
      place: 40,
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

export const samples: Samples = [
  ['erasures', '/settings/erasures', 'text=Under way'],
  ['erasure', '/settings/erasures/019a3f5e-7c1a-7d30-9c4b-9c7a0a5c8ebb', 'text=Digest'],
];
