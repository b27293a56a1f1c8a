import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { List } from '../../api/documents';
import { ApiProblem } from '../../api/problem';
import { pages, read } from '../../api/reading';
import type { Suppression } from './documents';
import { isAddress } from './import/read-lines';

export interface SuppressionFilters {
  readonly origin?: string;
  readonly scope?: string;
}

export const suppressionsQuery = ({ origin, scope }: SuppressionFilters) =>
  pages('GET /dashboard-api/suppressions', { query: { origin, scope, total: true } });

const listOf = (...data: readonly Suppression[]): List<Suppression> => ({ data, has_more: false });

/** The entry of a whole address as a list of one, or of none. */
export const foundQuery = (address: string) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/suppressions/{suppression}', {
    path: { suppression: address },
  });
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<List<Suppression>> =>
      isAddress(address)
        ? queryFn({ signal }).then(listOf, (error: unknown) => {
            if (error instanceof ApiProblem && error.kind === 'missing') return listOf();
            throw error;
          })
        : Promise.resolve(listOf()),
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
