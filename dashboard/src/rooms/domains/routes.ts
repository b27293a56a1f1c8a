import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import type { Search } from '../../router/search';

const domains = createRoute({
  getParentRoute: () => inside,
  path: '/domains',
  /** `create`: with the form for a new one open. */
  validateSearch: (search: Search): { create?: true } => (search['create'] === true ? { create: true } : {}),
  component: lazyRouteComponent(() => import('./domains-room'), 'DomainsRoom'),
});

const domain = createRoute({
  getParentRoute: () => inside,
  path: '/domains/$id',
  component: lazyRouteComponent(() => import('./domain-room'), 'DomainRoom'),
});

export const domainRoutes = [domains, domain] as const;
