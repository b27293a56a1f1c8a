import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, text, texts } from '../../router/search';
import { dialogs, messageFilterNames } from './parameters';

const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  /** `create`: with the form for a new one open. */
  validateSearch: (search: Search): { create?: true } => (search['create'] === true ? { create: true } : {}),
  component: lazyRouteComponent(() => import('./webhooks-room'), 'WebhooksRoom'),
});

const webhook = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/$id',
  /** Of its messages; `open`: which dialog is. */
  validateSearch: (search: Search) => {
    const open = dialogs.find((dialog) => dialog === text(search['open']));
    return { ...texts(search, messageFilterNames), ...(open === undefined ? {} : { open }) };
  },
  component: lazyRouteComponent(() => import('./webhook-room'), 'WebhookRoom'),
});

const message = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks/$id/messages/$messageId',
  component: lazyRouteComponent(() => import('./message-room'), 'MessageRoom'),
});

export const webhookRoutes = [webhooks, webhook, message] as const;
