import { csvOf } from '../../ui/csv';
import { download } from '../../ui/download';
import type { MetricsRow } from './queries';
import { nameOf } from './words';

const figures = [
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'bounced_permanent',
  'bounced_transient',
  'bounced_undetermined',
  'suppressed',
  'failed',
  'complained',
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
] as const;

export function downloadRows(rows: readonly MetricsRow[], by: string): void {
  const named = rows.map((row) => ({ ...row, name: nameOf(row) }));
  download(`metrics-by-${by.replace('_', '-')}.csv`, csvOf(['name', 'id', ...figures], named), 'text/csv');
}
