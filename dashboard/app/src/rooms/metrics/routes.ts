import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';

const names = ['range', 'from', 'to', 'per', 'by', 'domain', 'key', 'tag'] as const;

const metrics = createRoute({
  getParentRoute: () => inside,
  path: '/metrics',
  /** `per`: how long a period is. The room takes what it does not know for what is usual. */
  validateSearch: (search: Search) => texts(search, names),
  component: lazyRouteComponent(() => import('./metrics-room'), 'MetricsRoom'),
});

export type MetricsSearch = { readonly [Name in (typeof names)[number]]?: string };

export const metricsRoutes = [metrics] as const;
