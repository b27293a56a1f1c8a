import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';

/** `key`: the id of an API key. `since` and `until`: ISO 8601. */
export const logFilterNames = ['status', 'method', 'path', 'key', 'since', 'until'] as const;

const logs = createRoute({
  getParentRoute: () => inside,
  path: '/logs',
  validateSearch: (search: Search) => texts(search, logFilterNames),
  component: lazyRouteComponent(() => import('./logs-room'), 'LogsRoom'),
});

const log = createRoute({
  getParentRoute: () => inside,
  path: '/logs/$id',
  component: lazyRouteComponent(() => import('./log-room'), 'LogRoom'),
});

export const logRoutes = [logs, log] as const;
