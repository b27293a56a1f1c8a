import { IconKey } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/api-keys',
    title: 'API keys',
    menu: { group: 'developers', place: 10, icon: IconKey, keys: 'g k', reads: 'GET /dashboard-api/api-keys' },
    search: listSearch(),
    commands: [{ title: 'Create an API key', may: 'POST /api-keys', search: { create: true } }],
    component: lazyRouteComponent(() => import('./keys-room'), 'KeysRoom'),
    live: { 'api-keys': ['GET /dashboard-api/api-keys'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly keys: typeof rooms;
  }
}
