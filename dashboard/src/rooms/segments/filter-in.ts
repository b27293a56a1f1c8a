import type { RowOf } from '../../api/operations';
import { ApiProblem } from '../../api/problem';
import { segmentMessages as words } from '../../messages/segments';
import { type Draft, filterOf } from './draft';

export type Property = RowOf<'GET /dashboard-api/contact-properties'>;

export const typesOf = (properties: readonly Property[]) =>
  Object.fromEntries(properties.map(({ key, type }) => [key, type]));

/** What is sent; rejects where a condition is not complete. */
export function filterIn(draft: Draft, properties: readonly Property[]): Readonly<Record<string, unknown>> {
  const filter = filterOf(draft, typesOf(properties));
  if (filter === undefined) throw new ApiProblem('refused', words.noValue, 'filter');
  return filter;
}
