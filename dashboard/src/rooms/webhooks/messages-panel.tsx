import { Group, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListColumn } from '../../kit/list-column';
import { LoadedTable } from '../../kit/loaded-table';
import { NewRows } from '../../kit/new-rows';
import { RowLink } from '../../kit/row-link';
import { TimeRangePicker } from '../../kit/time-range-picker';
import { webhooks as words } from '../../messages/webhooks';
import { Empty } from '../../ui/empty';
import { FilterBar, Pick } from '../../ui/filters';
import { HttpStatus } from '../../ui/http-status';
import { Panel } from '../../ui/panel';
import { When } from '../../ui/time';
import type { MessageRow } from './documents';
import { testTypes } from './event-types';
import { endpointMessagesQuery } from './queries';
import { messageFilterNames } from './parameters';
import { MessageState } from './state';

const route = getRouteApi('/inside/webhooks/$id');
const statuses = (['success', 'attempting', 'failed'] as const).map((value) => ({
  value,
  label: words.statuses[value],
}));

export default function MessagesPanel({ endpointId }: { readonly endpointId: string }) {
  const { open: _open, ...filters } = route.useSearch();
  const watched = endpointMessagesQuery(endpointId, filters);
  const query = useInfiniteQuery(watched);
  const columns = useMemo(() => columnsOf(endpointId), [endpointId]);
  const isFiltered = messageFilterNames.some((name) => filters[name] !== undefined);
  return (
    <Panel title={words.messages} intro={words.messagesIntro}>
      <MessageFilters />
      <NewRows key={JSON.stringify(filters)} list={watched} query={query} />
      <LoadedTable
        query={query}
        label={words.messages}
        name={words.messages}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconMessages size={28} aria-hidden />}
            title={isFiltered ? words.nothingTitle : words.messagesEmptyTitle}
            text={isFiltered ? words.nothing : words.messagesEmpty}
          />
        }
      />
    </Panel>
  );
}

type Change = Partial<Record<(typeof messageFilterNames)[number], string>>;

function MessageFilters() {
  const { status = '', type = '', since = '', until = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: Change): void =>
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')),
      resetScroll: false,
    });
  const isFiltered = [status, type, since, until].some((value) => value !== '');
  const none = { status: '', type: '', since: '', until: '' };
  return (
    <FilterBar onClear={isFiltered ? () => go(none) : undefined}>
      <Pick label={words.state} value={status} options={statuses} onPick={(next) => go({ status: next })} />
      <Pick
        label={words.type}
        value={type}
        options={testTypes.map(({ value }) => ({ value, label: value }))}
        onPick={(next) => go({ type: next })}
      />
      <TimeRangePicker since={since} until={until} onChange={(from, to) => go({ since: from, until: to })} />
    </FilterBar>
  );
}

const monospace = { fontFamily: 'var(--mantine-font-family-monospace)' };

const columnsOf = (endpointId: string): readonly ListColumn<MessageRow>[] => [
  {
    title: words.message,
    cell: ({ id, type }) => (
      <RowLink to="/webhooks/$id/messages/$messageId" params={{ id: endpointId, messageId: id }} style={monospace}>
        {type}
      </RowLink>
    ),
  },
  {
    title: words.recipient,
    width: '22%',
    textOf: ({ to }) => to.join(', '),
    cell: ({ to: [first, ...more] }) => (first === undefined ? '' : words.andMore(first, more.length)),
  },
  {
    title: words.messageId,
    isExtra: 'wide',
    textOf: ({ id }) => id,
    cell: ({ id }) => (
      <Text size="xs" c="dimmed" ff="monospace" truncate>
        {id}
      </Text>
    ),
  },
  { title: words.state, width: 124, cell: ({ status }) => <MessageState of={status} /> },
  {
    title: words.lastAnswer,
    width: 130,
    cell: ({ http_status_code: status, attempts }) => (
      <Group gap="xs" wrap="nowrap">
        <HttpStatus of={status} />
        {attempts > 1 && (
          <Text size="xs" c="dimmed">
            {words.attempt(attempts)}
          </Text>
        )}
      </Group>
    ),
  },
  {
    title: words.latency,
    width: 90,
    cell: ({ duration_ms: ms }) => <span style={{ whiteSpace: 'nowrap' }}>{words.milliseconds(ms)}</span>,
  },
  {
    title: words.nextAttempt,
    width: 120,
    cell: ({ next_attempt_at: at }) => (at === null ? null : <When at={at} />),
  },
  { title: words.happened, width: 120, cell: ({ created_at: at }) => <When at={at} /> },
];
