import { IconFileImport } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/imports',
    title: 'Imports',
    menu: {
      group: 'audience',
      place: 60,
      icon: IconFileImport,
      keys: 'g i',
      reads: 'GET /dashboard-api/contacts/imports',
    },
    search: listSearch('status'),
    commands: [{ title: 'Import contacts', may: 'POST /contacts/imports', search: { create: true } }],
    component: lazyRouteComponent(() => import('./imports-room'), 'ImportsRoom'),
    live: { imports: ['GET /dashboard-api/contacts/imports'] },
  }),
  room({
    path: '/imports/$id',
    component: lazyRouteComponent(() => import('./import-room'), 'ImportRoom'),
    live: { imports: ['GET /dashboard-api/contacts/imports/{id}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly imports: typeof rooms;
  }
}
