import type { EmailRow } from '../../api/documents';
import { hrefOf } from '../../ui/route';
import { Status } from '../../ui/status';
import { Ago } from '../../ui/time';

export function EmailList({ rows }: { readonly rows: readonly EmailRow[] }) {
  return (
    <ol className="rows" aria-label="Mails, newest first">
      {rows.map((row) => (
        <li key={row.id}>
          <a href={hrefOf({ name: 'email', id: row.id })}>
            <Status of={row.last_event} />
            <span className="row-to">{addressees(row)}</span>
            <span className="row-subject">{row.subject === '' ? '(no subject)' : row.subject}</span>
            <span className="row-time">
              <Ago at={row.last_event === 'scheduled' ? (row.scheduled_at ?? row.created_at) : row.created_at} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function addressees(row: EmailRow): string {
  const [first = '', ...others] = [...row.to, ...(row.cc ?? []), ...(row.bcc ?? [])];
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
