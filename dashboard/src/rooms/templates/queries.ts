import { queryOptions } from '@tanstack/react-query';
import type { Answer, RowOf } from '../../api/operations';
import { pages, read } from '../../api/reading';

export type TemplateRow = RowOf<'GET /dashboard-api/templates'>;
export type Template = Answer<'GET /dashboard-api/templates/{template}'>;

export const templatesQuery = (search: string | undefined) =>
  pages('GET /dashboard-api/templates', { query: search === undefined ? {} : { search } });

export const templateQuery = (template: string) =>
  queryOptions(read('GET /dashboard-api/templates/{template}', { path: { template } }));

type Version = Answer<'GET /dashboard-api/templates/{template}/versions/{version}'>;
/** What is compared: a version, or the draft. */
export type Compared = Pick<
  Version,
  'from' | 'reply_to' | 'subject' | 'html' | 'text' | 'text_derived' | 'variables' | 'tracking'
>;
