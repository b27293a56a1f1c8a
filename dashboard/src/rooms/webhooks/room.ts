import { IconWebhook } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type Search, text, texts } from '../../router/search';
import { room, type Samples } from '../room';
import { dialogs, messageFilterNames } from './parameters';

export const rooms = [
  room({
    path: '/webhooks',
    title: 'Webhooks',
    menu: { group: 'main', place: 50, icon: IconWebhook, keys: 'g w', reads: 'GET /dashboard-api/webhooks' },
    /** `create`: with the form for a new one open. */
    search: (search: Search): { create?: true } => (search['create'] === true ? { create: true } : {}),
    component: lazyRouteComponent(() => import('./webhooks-room'), 'WebhooksRoom'),
  }),
  room({
    path: '/webhooks/$id',
    title: 'Webhooks',
    /** Of its messages; `open`: which dialog is. */
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

const sampleEndpoint = '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a1';

export const samples: Samples = [
  ['webhooks', '/webhooks', 'text=97 %'],
  ['create-webhook', '/webhooks?create=true', 'role=dialog >> button:has-text("Add it")'],
  ['webhook', sampleEndpoint, 'text=a status of later'],
  ['webhook-off', '/webhooks/019a3f5e-7c1a-7d30-9c4b-0000000001a2', 'text=Nothing sent yet >> nth=1'],
  ['webhook-test', `${sampleEndpoint}?open=test`, 'role=dialog >> button:has-text("Send it")'],
  ['webhook-replay', `${sampleEndpoint}?open=replay`, 'role=dialog >> button:has-text("Start")'],
  ['webhook-message', `${sampleEndpoint}/messages/msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2`, 'text=Headers and answer'],
];
