import { IconHeartbeat } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../room';

export const rooms = [
  room({
    path: '/health',
    title: 'Health',
    menu: {
      group: 'operations',
      place: 20,
      icon: IconHeartbeat,
      keys: 'g h',
      badge: 'troubles',
      reads: 'GET /dashboard-api/health',
      feature: 'server',
    },
    component: lazyRouteComponent(() => import('./health-room'), 'HealthRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly health: typeof rooms;
  }
}
