import { IconGauge } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, texts } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/usage',
    title: 'Usage',
    menu: { group: 'insights', place: 20, icon: IconGauge, keys: 'g y', reads: 'GET /dashboard-api/usage' },
    search: (search: Search) => texts(search, ['span']),
    component: lazyRouteComponent(() => import('./usage-room'), 'UsageRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly usage: typeof rooms;
  }
}
