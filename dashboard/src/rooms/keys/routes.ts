import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';

const apiKeys = createRoute({
  getParentRoute: () => inside,
  path: '/api-keys',
  /** `create`: with the form for a new one open. */
  validateSearch: (search: Record<string, unknown>): { create?: true } =>
    search['create'] === true ? { create: true } : {},
  component: lazyRouteComponent(() => import('./keys-room'), 'KeysRoom'),
});

export const keyRoutes = [apiKeys] as const;
