import { IconHistory } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/activity',
    title: 'Activity',
    menu: {
      group: 'operations',
      place: 10,
      icon: IconHistory,
      keys: 'g a',
      reads: 'GET /dashboard-api/activity',
      feature: 'activity',
    },
    search: listSearch('search', 'actor', 'kind', 'what', 'resource', 'since', 'until'),
    component: lazyRouteComponent(() => import('./activity-room'), 'ActivityRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly activity: typeof rooms;
  }
}
