import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, text, texts } from '../../router/search';
import { type EmailSearch, filterNames, type ListSearch, tabNames, views } from './parameters';

const list = createRoute({
  getParentRoute: () => inside,
  path: '/emails',
  validateSearch: (search: Search): ListSearch => ({
    ...texts(search, filterNames),
    ...(search['test'] === true ? { test: true as const } : {}),
  }),
  component: lazyRouteComponent(() => import('./emails-room'), 'EmailsRoom'),
});

const one = createRoute({
  getParentRoute: () => inside,
  path: '/emails/$id',
  validateSearch: (search: Search): EmailSearch => {
    const tab = tabNames.find((name) => name === search['tab']);
    const view = views.find((name) => name === search['view']);
    const at = text(search['at']);
    const open = (['share', 'reschedule'] as const).find((name) => name === search['open']);
    return {
      ...(tab === undefined ? {} : { tab }),
      ...(view === undefined ? {} : { view }),
      ...(at === '' ? {} : { at }),
      ...(open === undefined ? {} : { open }),
    };
  },
  component: lazyRouteComponent(() => import('./email-room'), 'EmailRoom'),
});

export const emailRoutes = [list, one] as const;
