import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';
import type { SuppressionSearch } from './documents';

const suppressions = createRoute({
  getParentRoute: () => inside,
  path: '/suppressions',
  validateSearch: (search: Search): SuppressionSearch => {
    const { open } = search;
    return {
      ...texts(search, ['address', 'origin', 'scope']),
      ...(open === 'add' || open === 'import' ? { open } : {}),
    };
  },
  component: lazyRouteComponent(() => import('./suppressions-room'), 'SuppressionsRoom'),
});

export const suppressionRoutes = [suppressions] as const;
