import { IconAddressBook } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/contacts',
    title: 'Contacts',
    menu: { group: 'audience', place: 10, icon: IconAddressBook, keys: 'g c', reads: 'GET /dashboard-api/contacts' },
    /** `topic`: `in:<id>` of who said yes to it, `out:<id>` of who said no. `joined`: `form:<id>` or `import:<id>`. */
    search: listSearch('search', 'segment', 'unsubscribed', 'topic', 'joined'),
    commands: [{ title: 'Create a contact', may: 'POST /contacts', search: { create: true } }],
    component: lazyRouteComponent(() => import('./contacts-room'), 'ContactsRoom'),
    live: {
      contacts: [
        'GET /dashboard-api/contacts',
        'GET /dashboard-api/segments/members',
        'GET /dashboard-api/topics/subscribers',
        'GET /dashboard-api/forms/joins',
      ],
    },
  }),
  room({
    path: '/contacts/$id',
    component: lazyRouteComponent(() => import('./contact-room'), 'ContactRoom'),
    live: {
      contacts: [
        'GET /dashboard-api/contacts/{contact}',
        'GET /dashboard-api/contacts/{contact}/topics',
        'GET /dashboard-api/contacts/{contact}/segments',
        'GET /dashboard-api/contacts/{contact}/consents',
        'GET /dashboard-api/contacts/{contact}/timeline',
      ],
    },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly contacts: typeof rooms;
  }
}
