import type { DomainRow } from '../../api/documents';
import { hrefOf } from '../../ui/route';
import { Status } from '../../ui/status';
import { Ago } from '../../ui/time';

export function DomainList({ rows }: { readonly rows: readonly DomainRow[] }) {
  return (
    <ol className="rows domains" aria-label="Domains, newest first">
      {rows.map((row) => (
        <li key={row.id}>
          <a href={hrefOf({ name: 'domain', id: row.id })}>
            <Status of={row.status} />
            <span className="row-to">{row.name}</span>
            <span className="row-subject faint">{row.region}</span>
            <span className="row-time">
              <Ago at={row.created_at} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
