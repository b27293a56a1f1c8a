import { IconHeartbeat } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { room, type Samples } from '../room';

export const healthRooms = [
  room({
    path: '/health',
    title: 'Health',
    menu: {
      icon: IconHeartbeat,
      keys: 'g h',
      reads: 'GET /dashboard-api/health',
      feature: 'server',
    },
    component: lazyRouteComponent(() => import('./health-room'), 'HealthRoom'),
  }),
] as const;

export const samples: Samples = [['health', '/health', 'text=Up to date']];
