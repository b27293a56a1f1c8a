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
import { sentenceOf, testTypes } from './event-types';
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
      <Pick label={words.type} value={type} options={testTypes} onPick={(next) => go({ type: next })} />
      <TimeRangePicker since={since} until={until} onChange={(from, to) => go({ since: from, until: to })} />
    </FilterBar>
  );
}

const columnsOf = (endpointId: string): readonly ListColumn<MessageRow>[] => [
  {
    title: words.message,
    cell: ({ id, type }) => (
      <RowLink to="/webhooks/$id/messages/$messageId" params={{ id: endpointId, messageId: id }}>
        {sentenceOf(type)}
      </RowLink>
    ),
  },
  { title: words.state, cell: ({ status }) => <MessageState of={status} /> },
  {
    title: words.lastAnswer,
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
    title: words.nextAttempt,
    cell: ({ next_attempt_at: at }) => (at === null ? null : <When at={at} />),
  },
  { title: words.happened, cell: ({ created_at: at }) => <When at={at} /> },
];
