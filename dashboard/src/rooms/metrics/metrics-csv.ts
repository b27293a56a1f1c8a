import { csvOf } from '../../ui/csv';
import { download } from '../../ui/download';
import type { TeamMetrics } from './queries';
import { nameOf } from './words';

/** The figures are those of the answer, in its order. */
export function downloadRows({ rows, totals }: Pick<TeamMetrics, 'rows' | 'totals'>, by: string): void {
  const named = rows.map((row) => ({ ...row, name: nameOf(row) }));
  const columns = ['name', 'id', ...Object.keys(totals)];
  download(`metrics-by-${by.replace('_', '-')}.csv`, csvOf(columns, named), 'text/csv');
}
