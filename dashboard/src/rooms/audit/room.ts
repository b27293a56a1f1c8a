import { IconHistory } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { room } from '../room';

export const rooms = [
  room({
    path: '/access-audit',
    title: 'Access audit',
    menu: {
      group: 'operations',
      place: 10,
      icon: IconHistory,
      keys: 'g a',
      reads: 'GET /dashboard-api/access-audit',
      feature: 'access_audit',
    },
    component: lazyRouteComponent(() => import('./audit-room'), 'AuditRoom'),
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly audit: typeof rooms;
  }
}
