import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/access-audit',
  component: lazyRouteComponent(() => import('./audit-room'), 'AuditRoom'),
});

export const auditRoutes = [audit] as const;
