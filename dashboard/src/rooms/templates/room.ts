import { IconTemplate } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch, type Search } from '../../router/search';
import { room } from '../room';
import { tabNames, type TemplateSearch } from './parameters';

export const rooms = [
  room({
    path: '/templates',
    title: 'Templates',
    menu: { group: 'send', place: 15, icon: IconTemplate, keys: 'g o', reads: 'GET /dashboard-api/templates' },
    search: listSearch('search'),
    commands: [{ title: 'Create a template', may: 'POST /templates', search: { create: true } }],
    component: lazyRouteComponent(() => import('./templates-room'), 'TemplatesRoom'),
  }),
  room({
    path: '/templates/$id',
    search: (search: Search): TemplateSearch => {
      const tab = tabNames.find((name) => name === search['tab']);
      return tab === undefined ? {} : { tab };
    },
    component: lazyRouteComponent(() => import('./template-room'), 'TemplateRoom'),
    live: {
      templates: [
        'GET /dashboard-api/templates',
        'GET /dashboard-api/templates/{template}',
        'GET /dashboard-api/templates/{template}/versions',
      ],
    },
  }),
] as const;

declare module '../room' {
  interface Rooms {
    readonly templates: typeof rooms;
  }
}
