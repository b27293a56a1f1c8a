import { IconMailOff } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, texts } from '../../router/search';
import { room, type Samples } from '../room';
import type { SuppressionSearch } from './documents';

export const rooms = [
  room({
    path: '/suppressions',
    title: 'Suppressions',
    menu: {
      group: 'main',
      place: 40,
      icon: IconMailOff,
      keys: 'g u',
      reads: 'GET /dashboard-api/suppressions',
    },
    search: (search: Search): SuppressionSearch => {
      const { open } = search;
      return {
        ...texts(search, ['address', 'origin', 'scope']),
        ...(open === 'add' || open === 'import' ? { open } : {}),
      };
    },
    component: lazyRouteComponent(() => import('./suppressions-room'), 'SuppressionsRoom'),
    live: { suppressions: ['GET /dashboard-api/suppressions/{suppression}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly suppressions: typeof rooms;
  }
}

export const samples: Samples = [
  ['suppressions', '/suppressions', 'text=ann@example.com'],
  ['add-suppression', '/suppressions?open=add', 'role=dialog >> button:has-text("Add")'],
  ['import-suppressions', '/suppressions?open=import', 'role=dialog >> text=Choose a file'],
];
