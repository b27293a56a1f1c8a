import { IconFilter } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/segments',
    title: 'Segments',
    menu: { group: 'audience', place: 20, icon: IconFilter, keys: 'g g', reads: 'GET /dashboard-api/segments' },
    search: listSearch(),
    commands: [{ title: 'Create a segment', may: 'POST /segments', search: { create: true } }],
    component: lazyRouteComponent(() => import('./segments-room'), 'SegmentsRoom'),
  }),
  room({
    path: '/segments/$id',
    component: lazyRouteComponent(() => import('./segment-room'), 'SegmentRoom'),
    live: {
      segments: ['GET /dashboard-api/segments', 'GET /dashboard-api/segments/{id}', 'GET /dashboard-api/activity/last'],
    },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly segments: typeof rooms;
  }
}
