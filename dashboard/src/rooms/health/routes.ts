import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';

const health = createRoute({
  getParentRoute: () => inside,
  path: '/health',
  component: lazyRouteComponent(() => import('./health-room'), 'HealthRoom'),
});

export const healthRoutes = [health] as const;
