import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { List } from '../../api/documents';
import { endless, withParameters } from '../../api/endless';
import { ApiProblem } from '../../api/problem';
import type { Suppression } from './documents';

const path = '/dashboard-api/suppressions';

export interface SuppressionFilters {
  readonly origin?: string;
  readonly scope?: string;
}

export const suppressionsQuery = ({ origin, scope }: SuppressionFilters) =>
  endless<Suppression>('suppressions', path, { origin, scope });

/** The entry of a whole address; null: there is none. */
export const suppressionQuery = (address: string) =>
  queryOptions({
    queryKey: ['suppressions', 'one', address],
    queryFn: async ({ signal }) => {
      try {
        return await ask<Suppression>('GET', `${path}/${encodeURIComponent(address)}`, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.kind === 'missing') return null;
        throw error;
      }
    },
  });

const pageSize = 100;

/** All of them, page by page; `onPage` hears how many there are so far. */
export async function everySuppression(
  { origin, scope }: SuppressionFilters,
  onPage: (rows: number) => void,
): Promise<readonly Suppression[]> {
  const rows: Suppression[] = [];
  for (let after: string | undefined; ; ) {
    const page: List<Suppression> = await ask('GET', withParameters(path, { origin, scope, limit: pageSize, after }));
    rows.push(...page.data);
    onPage(rows.length);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return rows;
  }
}
