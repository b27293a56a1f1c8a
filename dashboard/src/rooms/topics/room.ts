import { IconTags } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../router/search';
import { room } from '../room';

export const rooms = [
  room({
    path: '/topics',
    title: 'Topics',
    menu: { group: 'audience', place: 30, icon: IconTags, keys: 'g t', reads: 'GET /dashboard-api/topics' },
    search: listSearch(),
    commands: [{ title: 'Create a topic', may: 'POST /topics', search: { create: true } }],
    component: lazyRouteComponent(() => import('./topics-room'), 'TopicsRoom'),
    live: { topics: ['GET /dashboard-api/topics', 'GET /dashboard-api/topics/{id}'] },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly topics: typeof rooms;
  }
}
