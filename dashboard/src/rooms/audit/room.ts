import { IconHistory } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { messages } from '../../messages';
import { room, type Samples } from '../room';

export const auditRooms = [
  room({
    path: '/access-audit',
    title: messages.audit.title,
    menu: {
      icon: IconHistory,
      keys: 'g a',
      reads: 'GET /dashboard-api/access-audit',
      feature: 'access_audit',
    },
    component: lazyRouteComponent(() => import('./audit-room'), 'AuditRoom'),
  }),
] as const;

export const samples: Samples = [['access-audit', '/access-audit', 'text=Ben Example became read-only']];
