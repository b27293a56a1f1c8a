import { IconChartBar } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, texts } from '../../router/search';
import { room } from '../room';
import { searchNames } from './metrics-search';

export const rooms = [
  room({
    path: '/metrics',
    title: 'Metrics',
    menu: { group: 'insights', place: 10, icon: IconChartBar, keys: 'g m', reads: 'GET /dashboard-api/metrics' },
    /** The room takes what it does not know for what is usual. */
    search: (search: Search) => texts(search, searchNames),
    component: lazyRouteComponent(() => import('./metrics-room'), 'MetricsRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly metrics: typeof rooms;
  }
}
