import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';
import { logFilterNames } from './parameters';

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
