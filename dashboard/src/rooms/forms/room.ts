import { IconUserPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/forms',
    title: 'Forms',
    menu: { group: 'audience', place: 65, icon: IconUserPlus, keys: 'g f', reads: 'GET /dashboard-api/forms' },
    search: listSearch(),
    commands: [{ title: 'Create a form', may: 'POST /dashboard-api/forms', search: { create: true } }],
    component: lazyRouteComponent(() => import('./forms-room'), 'FormsRoom'),
  }),
  room({
    path: '/forms/$id',
    component: lazyRouteComponent(() => import('./form-room'), 'FormRoom'),
    live: { forms: ['GET /dashboard-api/forms', 'GET /dashboard-api/forms/{id}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly forms: typeof rooms;
  }
}
