import { IconWorld } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/domains',
    title: 'Domains',
    menu: { group: 'send', place: 20, icon: IconWorld, keys: 'g d', reads: 'GET /dashboard-api/domains' },
    search: listSearch(),
    commands: [{ title: 'Add domain', may: 'POST /domains', search: { create: true } }],
    component: lazyRouteComponent(() => import('./domains-room'), 'DomainsRoom'),
    live: {
      domains: [
        'GET /dashboard-api/domains',
        'GET /dashboard-api/domains/{id}/findings',
        'GET /dashboard-api/domains/{id}/dmarc',
        'GET /dashboard-api/activity/last',
      ],
    },
  }),
  room({
    path: '/domains/$id',
    title: 'Domains',
    component: lazyRouteComponent(() => import('./domain-room'), 'DomainRoom'),
  }),
  room({
    path: '/domains/$id/health',
    title: 'Domains',
    component: lazyRouteComponent(() => import('./health/health-room'), 'HealthRoom'),
  }),
  room({
    path: '/domains/$id/reports',
    title: 'Domains',
    component: lazyRouteComponent(() => import('./reports/reports-room'), 'ReportsRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly domains: typeof rooms;
  }
}
