import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../room';

export const rooms = [
  room({
    path: '/settings/exports',
    title: 'Exports',
    menu: { group: 'teams', place: 30, reads: 'GET /dashboard-api/exports' },
    component: lazyRouteComponent(() => import('./exports-room'), 'ExportsRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly exports: typeof rooms;
  }
}
