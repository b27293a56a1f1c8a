import { IconKey } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Search } from '../../router/search';
import { room, type Samples } from '../room';

export const rooms = [
  room({
    path: '/api-keys',
    title: 'API keys',
    menu: { group: 'main', place: 90, icon: IconKey, keys: 'g k', reads: 'GET /dashboard-api/api-keys' },
    /** `create`: with the form for a new one open. */
    search: (search: Search): { create?: true } => (search['create'] === true ? { create: true } : {}),
    component: lazyRouteComponent(() => import('./keys-room'), 'KeysRoom'),
    live: { 'api-keys': ['GET /dashboard-api/api-keys'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly keys: typeof rooms;
  }
}

export const samples: Samples = [
  ['api-keys', '/api-keys', 'text=Shop, production'],
  ['create-key', '/api-keys?create=true', 'role=dialog >> button:has-text("Create")'],
];
