import { IconGauge } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, texts } from '../../router/search';
import { room, type Samples } from '../room';

export const usageRooms = [
  room({
    path: '/usage',
    title: 'Usage',
    menu: { icon: IconGauge, keys: 'g y', reads: 'GET /dashboard-api/usage' },
    search: (search: Search) => texts(search, ['span']),
    component: lazyRouteComponent(() => import('./usage-room'), 'UsageRoom'),
  }),
] as const;

export const samples: Samples = [['usage', '/usage', 'text=By API key']];
