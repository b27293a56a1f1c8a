import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { logs as words } from '../../messages/logs';
import { HttpMethod } from '../../ui/http-method';
import { HttpStatus } from '../../ui/http-status';
import { When } from '../../ui/time';
import type { LogRow } from './documents';
import { nameOfCaller } from './caller';

export const requestOf = ({ method, endpoint }: LogRow): string => `${method} ${endpoint}`;

export const logColumns: readonly ListColumn<LogRow>[] = [
  {
    title: words.request,
    textOf: requestOf,
    cell: ({ id, method, endpoint }) => (
      <RowLink to="/logs/$id" params={{ id }}>
        <HttpMethod of={method} /> {endpoint}
      </RowLink>
    ),
  },
  {
    title: words.status,
    width: 240,
    textOf: ({ response_status: status, error_name: name }) => `${status} ${name ?? ''}`.trimEnd(),
    cell: ({ response_status: status, error_name: name }) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        <HttpStatus of={status} />{' '}
        {name !== null && (
          <Dim>
            <code style={{ fontSize: 'var(--mantine-font-size-xs)' }}>{name}</code>
          </Dim>
        )}
      </span>
    ),
  },
  { title: words.key, width: '16%', cell: nameOfCaller },
  { title: words.agent, width: '18%', isExtra: 'wide', cell: ({ user_agent: agent }) => agent },
  { title: words.duration, width: 96, cell: ({ duration_ms: ms }) => words.milliseconds(ms) },
  {
    title: words.when,
    width: 124,
    cell: ({ created_at: at }) => (
      <Dim>
        <When at={at} />
      </Dim>
    ),
  },
];
