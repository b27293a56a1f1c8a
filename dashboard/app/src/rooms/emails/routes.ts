import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inside } from '../../router/root';
import { type Search, text, texts } from '../../router/search';

/** What the list is narrowed by. Moments are ISO 8601; `test`: with the form for a test open. */
export const filterNames = ['search', 'status', 'from', 'to', 'domain', 'api_key', 'tag'] as const;
export type Filters = ReturnType<typeof texts<(typeof filterNames)[number]>>;
export type ListSearch = Filters & { readonly test?: true };

const list = createRoute({
  getParentRoute: () => inside,
  path: '/emails',
  validateSearch: (search: Search): ListSearch => ({
    ...texts(search, filterNames),
    ...(search['test'] === true ? { test: true as const } : {}),
  }),
  component: lazyRouteComponent(() => import('./emails-room'), 'EmailsRoom'),
});

export const tabNames = ['timeline', 'content', 'conversation', 'webhooks', 'why'] as const;
export type Tab = (typeof tabNames)[number];
const views = ['html', 'text', 'source'] as const;
export type View = (typeof views)[number];

/** `at`: the moment whose state is shown; `open`: a dialog. */
export interface EmailSearch {
  readonly tab?: Tab;
  readonly view?: View;
  readonly at?: string;
  readonly open?: 'share' | 'reschedule';
}

const one = createRoute({
  getParentRoute: () => inside,
  path: '/emails/$id',
  validateSearch: (search: Search): EmailSearch => {
    const tab = tabNames.find((name) => name === search['tab']);
    const view = views.find((name) => name === search['view']);
    const at = text(search['at']);
    const open = (['share', 'reschedule'] as const).find((name) => name === search['open']);
    return {
      ...(tab === undefined ? {} : { tab }),
      ...(view === undefined ? {} : { view }),
      ...(at === '' ? {} : { at }),
      ...(open === undefined ? {} : { open }),
    };
  },
  component: lazyRouteComponent(() => import('./email-room'), 'EmailRoom'),
});

export const emailRoutes = [list, one] as const;
