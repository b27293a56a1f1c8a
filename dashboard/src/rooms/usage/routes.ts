import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';

const usage = createRoute({
  getParentRoute: () => inside,
  path: '/usage',
  validateSearch: (search: Search) => texts(search, ['span']),
  component: lazyRouteComponent(() => import('./usage-room'), 'UsageRoom'),
});

export const usageRoutes = [usage] as const;
