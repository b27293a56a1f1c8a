import { IconSpeakerphone } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch, type Search, texts } from '../../router/search';
import { room } from '../room';
import { type BroadcastSearch, tabNames } from './parameters';

const listed = listSearch('search', 'status', 'sort', 'template', 'segment');

/** `template` and `segment` are what the form begins with. */
function roomSearch(search: Search): ReturnType<typeof listed> {
  const { template, segment, ...others } = listed(search);
  if (others.create !== true) return others;
  return {
    ...others,
    ...(template === undefined ? {} : { template }),
    ...(segment === undefined ? {} : { segment }),
  };
}

export const rooms = [
  room({
    path: '/broadcasts',
    title: 'Broadcasts',
    menu: { group: 'send', place: 12, icon: IconSpeakerphone, keys: 'g b', reads: 'GET /dashboard-api/broadcasts' },
    search: roomSearch,
    commands: [{ title: 'Create a broadcast', may: 'POST /broadcasts', search: { create: true } }],
    component: lazyRouteComponent(() => import('./broadcasts-room'), 'BroadcastsRoom'),
  }),
  room({
    path: '/broadcasts/$id',
    search: (search: Search): BroadcastSearch => {
      const tab = tabNames.find((name) => name === search['tab']);
      return { ...(tab === undefined ? {} : { tab }), ...texts(search, ['at']) };
    },
    component: lazyRouteComponent(() => import('./broadcast-room'), 'BroadcastRoom'),
    live: {
      broadcasts: [
        'GET /dashboard-api/broadcasts',
        'GET /dashboard-api/broadcasts/{id}',
        'GET /dashboard-api/activity/last',
      ],
    },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly broadcasts: typeof rooms;
  }
}
