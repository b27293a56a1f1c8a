import { IconForms } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/contact-properties',
    title: 'Properties',
    menu: {
      group: 'audience',
      place: 40,
      icon: IconForms,
      keys: 'g p',
      reads: 'GET /dashboard-api/contact-properties',
    },
    search: listSearch(),
    commands: [{ title: 'Create a property', may: 'POST /contact-properties', search: { create: true } }],
    component: lazyRouteComponent(() => import('./properties-room'), 'PropertiesRoom'),
    live: {
      'contact-properties': ['GET /dashboard-api/contact-properties', 'GET /dashboard-api/contact-properties/{id}'],
    },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly contactProperties: typeof rooms;
  }
}
