import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';

const queue = createRoute({
  getParentRoute: () => inside,
  path: '/queue',
  component: lazyRouteComponent(() => import('./queue-room'), 'QueueRoom'),
});

export const queueRoutes = [queue] as const;
