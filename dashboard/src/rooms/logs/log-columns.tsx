import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { logs as words } from '../../messages/logs';
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
        <Dim>{method}</Dim> {endpoint}
      </RowLink>
    ),
  },
  { title: words.status, width: 90, cell: ({ response_status: status }) => <HttpStatus of={status} /> },
  { title: words.key, width: '18%', cell: nameOfCaller },
  { title: words.agent, width: '20%', isExtra: true, cell: ({ user_agent: agent }) => agent },
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
