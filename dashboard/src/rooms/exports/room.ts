import { lazyRouteComponent } from '@tanstack/react-router';
import { room, type Samples } from '../room';

export const exportRooms = [
  room({
    path: '/settings/exports',
    title: 'Exports',
    menu: { group: 'teams', reads: 'GET /dashboard-api/exports' },
    component: lazyRouteComponent(() => import('./exports-room'), 'ExportsRoom'),
  }),
] as const;

export const samples: Samples = [['exports', '/settings/exports', 'text=Running']];
