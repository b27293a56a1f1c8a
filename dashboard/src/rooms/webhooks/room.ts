import { IconWebhook } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch, type Search, text, texts } from '../../router/search';
import { room } from '../room';
import { dialogs, messageFilterNames } from './parameters';

export const rooms = [
  room({
    path: '/webhooks',
    title: 'Webhooks',
    menu: { group: 'developers', place: 20, icon: IconWebhook, keys: 'g w', reads: 'GET /dashboard-api/webhooks' },
    search: listSearch(),
    commands: [{ title: 'Add a webhook endpoint', may: 'POST /webhooks', search: { create: true } }],
    component: lazyRouteComponent(() => import('./webhooks-room'), 'WebhooksRoom'),
  }),
  room({
    path: '/webhooks/$id',
    title: 'Webhooks',
    /** Filters of its messages; `open`: which dialog is open. */
    search: (search: Search) => {
      const open = dialogs.find((dialog) => dialog === text(search['open']));
      return { ...texts(search, messageFilterNames), ...(open === undefined ? {} : { open }) };
    },
    component: lazyRouteComponent(() => import('./webhook-room'), 'WebhookRoom'),
    live: {
      webhooks: [
        'GET /dashboard-api/webhooks/{id}',
        'GET /dashboard-api/webhooks/{id}/standing',
        'GET /dashboard-api/webhooks/{id}/replays',
        'GET /dashboard-api/activity/last',
      ],
    },
  }),
  room({
    path: '/webhooks/$id/messages/$messageId',
    component: lazyRouteComponent(() => import('./message-room'), 'MessageRoom'),
    live: { webhooks: ['GET /dashboard-api/webhooks/{id}/events/{event_id}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly webhooks: typeof rooms;
  }
}
