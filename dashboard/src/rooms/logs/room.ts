import { IconListDetails } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, texts } from '../../router/search';
import { room } from '../room';
import { logFilterNames } from './parameters';

export const rooms = [
  room({
    path: '/logs',
    title: 'Logs',
    menu: { group: 'developers', place: 30, icon: IconListDetails, keys: 'g l', reads: 'GET /dashboard-api/logs' },
    search: (search: Search) => texts(search, logFilterNames),
    component: lazyRouteComponent(() => import('./logs-room'), 'LogsRoom'),
  }),
  room({ path: '/logs/$id', title: 'Logs', component: lazyRouteComponent(() => import('./log-room'), 'LogRoom') }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly logs: typeof rooms;
  }
}
