import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { List } from '../../api/documents';
import { ApiProblem } from '../../api/problem';
import { pages, read } from '../../api/reading';
import type { Suppression } from './documents';

export interface SuppressionFilters {
  readonly origin?: string;
  readonly scope?: string;
}

export const suppressionsQuery = ({ origin, scope }: SuppressionFilters) =>
  pages('GET /dashboard-api/suppressions', { query: { origin, scope } });

/** The entry of a whole address; null: there is none. */
export const suppressionQuery = (address: string) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/suppressions/{suppression}', {
    path: { suppression: address },
  });
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      queryFn({ signal }).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.kind === 'missing') return null;
        throw error;
      }),
  });
};

const pageSize = 100;

/** All of them, page by page; `onPage` hears how many there are so far. */
export async function everySuppression(
  { origin, scope }: SuppressionFilters,
  onPage: (rows: number) => void,
): Promise<readonly Suppression[]> {
  const rows: Suppression[] = [];
  for (let after: string | undefined; ; ) {
    const page: List<Suppression> = await call('GET /dashboard-api/suppressions', {
      query: { origin, scope, limit: pageSize, after },
    });
    rows.push(...page.data);
    onPage(rows.length);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return rows;
  }
}
