import { csvOf } from '../../ui/csv';
import { download } from '../../ui/download';
import type { EmailRow } from './documents';
import { wordOf } from './states';

/** Emails that are here already, as a file. */
export function downloadRows(rows: readonly EmailRow[]): void {
  const columns = ['id', 'created_at', 'status', 'from', 'to', 'cc', 'bcc', 'subject', 'scheduled_at', 'tags'] as const;
  const csv = csvOf(
    columns,
    rows.map((row) => ({
      id: row.id,
      created_at: row.created_at,
      status: wordOf(row.last_event),
      from: row.from,
      to: row.to.join(', '),
      cc: row.cc.join(', '),
      bcc: row.bcc.join(', '),
      subject: row.subject,
      scheduled_at: row.scheduled_at,
      tags: (row.tags ?? []).map(({ name, value }) => `${name}=${value}`).join(', '),
    })),
  );
  download('emails.csv', csv, 'text/csv');
}
