import type { LogRow } from '../../api/documents';
import { hrefOf } from '../../ui/route';
import { Ago } from '../../ui/time';
import { HttpStatus } from './http-status';

export function LogList({ rows }: { readonly rows: readonly LogRow[] }) {
  return (
    <ol className="rows requests" aria-label="Requests, newest first">
      {rows.map((row) => (
        <li key={row.id}>
          <a href={hrefOf({ name: 'log', id: row.id })}>
            <HttpStatus of={row.response_status} />
            <span className="row-to">
              {row.method} {row.endpoint}
            </span>
            <span className="row-subject faint">{row.user_agent ?? 'no user agent'}</span>
            <span className="row-time">
              <Ago at={row.created_at} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
