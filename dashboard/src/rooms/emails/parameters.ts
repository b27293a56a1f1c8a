import type { texts } from '../../router/search';

/* What the addresses of these rooms may say. */

/** What the list is narrowed by. Moments are ISO 8601; `test`: with the form for a test open. */
export const filterNames = [
  'search',
  'status',
  'kind',
  'from',
  'to',
  'domain',
  'api_key',
  'tag',
  'topic',
  'template',
  'bounce_reason',
] as const;
export type Filters = ReturnType<typeof texts<(typeof filterNames)[number]>>;
export type ListSearch = Filters & { readonly test?: true };

export const tabNames = ['timeline', 'content', 'insights', 'conversation', 'webhooks', 'why'] as const;
export type Tab = (typeof tabNames)[number];
export const views = ['html', 'text', 'source'] as const;
export type View = (typeof views)[number];

export const emailDialogs = ['share', 'reschedule', 'resend'] as const;

/** `at`: the moment whose state is shown; `open`: a dialog. */
export interface EmailSearch {
  readonly tab?: Tab;
  readonly view?: View;
  readonly at?: string;
  readonly open?: (typeof emailDialogs)[number];
}
