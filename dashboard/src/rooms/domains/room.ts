import { IconWorld } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Search } from '../../router/search';
import { room, type Samples } from '../room';

export const rooms = [
  room({
    path: '/domains',
    title: 'Domains',
    menu: { group: 'main', place: 30, icon: IconWorld, keys: 'g d', reads: 'GET /dashboard-api/domains' },
    /** `create`: with the form for a new one open. */
    search: (search: Search): { create?: true } => (search['create'] === true ? { create: true } : {}),
    component: lazyRouteComponent(() => import('./domains-room'), 'DomainsRoom'),
    live: {
      domains: [
        'GET /dashboard-api/domains',
        'GET /dashboard-api/domains/{id}/findings',
        'GET /dashboard-api/domains/{id}/dmarc',
      ],
    },
  }),
  room({
    path: '/domains/$id',
    title: 'Domains',
    component: lazyRouteComponent(() => import('./domain-room'), 'DomainRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly domains: typeof rooms;
  }
}

export const samples: Samples = [
  ['domains', '/domains', 'text=shop.example.com'],
  ['add-domain', '/domains?create=true', 'role=dialog >> button:has-text("Add")'],
  ['domain', '/domains/0198c0de-0000-7000-8000-0000000000d1', 'text=Delete this domain'],
  ['claimed-domain', '/domains/0198c0de-0000-7000-8000-0000000000d4', 'text=Look for the proof'],
];
