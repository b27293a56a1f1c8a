import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, texts } from '../../router/search';

export interface SuppressionSearch {
  /** A whole address that is looked up. */
  readonly address?: string;
  readonly origin?: string;
  readonly scope?: string;
  /** What is open over the list. */
  readonly open?: 'add' | 'import';
}

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
