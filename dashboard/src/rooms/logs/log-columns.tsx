import { Text } from '@mantine/core';
import { logs as words } from '../../messages/logs';
import { HttpStatus } from '../../ui/http-status';
import { AppLink } from '../../ui/link';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';
import type { LogRow } from './documents';
import { nameOfCaller } from './caller';

export const logColumns: readonly Column<LogRow>[] = [
  {
    title: words.request,
    cell: ({ id, method, endpoint, user_agent: agent }) => (
      <div style={{ minWidth: 0 }}>
        <AppLink
          to="/logs/$id"
          params={{ id }}
          size="sm"
          fw={600}
          style={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {method} {endpoint}
        </AppLink>
        {agent !== null && (
          <Text size="xs" c="dimmed" fw={400} lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
            {agent}
          </Text>
        )}
      </div>
    ),
  },
  { title: words.status, cell: ({ response_status: status }) => <HttpStatus of={status} /> },
  { title: words.key, cell: (row) => <Text size="sm">{nameOfCaller(row)}</Text> },
  {
    title: words.duration,
    cell: ({ duration_ms: ms }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {words.milliseconds(ms)}
      </Text>
    ),
  },
  { title: words.when, cell: ({ created_at: at }) => <When at={at} /> },
];
