import { IconMailOff } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch, type Search } from '../../router/search';
import { room } from '../room';

const list = listSearch('address', 'origin', 'scope');

export const rooms = [
  room({
    path: '/suppressions',
    title: 'Suppressions',
    menu: {
      group: 'send',
      place: 30,
      icon: IconMailOff,
      keys: 'g u',
      reads: 'GET /dashboard-api/suppressions',
    },
    /** `address`: a whole one that is looked up. `open`: which dialog is. */
    search: (search: Search): ReturnType<typeof list> & { open?: 'import' } => ({
      ...list(search),
      ...(search['open'] === 'import' ? { open: 'import' } : {}),
    }),
    commands: [{ title: 'Suppress an address', may: 'POST /suppressions', search: { create: true } }],
    component: lazyRouteComponent(() => import('./suppressions-room'), 'SuppressionsRoom'),
    live: { suppressions: ['GET /dashboard-api/suppressions/{suppression}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly suppressions: typeof rooms;
  }
}
