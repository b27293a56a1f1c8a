import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';
import { searchNames } from './metrics-search';

const metrics = createRoute({
  getParentRoute: () => inside,
  path: '/metrics',
  /** The room takes what it does not know for what is usual. */
  validateSearch: (search: Search) => texts(search, searchNames),
  component: lazyRouteComponent(() => import('./metrics-room'), 'MetricsRoom'),
});

export const metricsRoutes = [metrics] as const;
