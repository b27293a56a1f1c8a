import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListRoom } from '../../kit/list-room';
import { logs as words } from '../../messages/logs';
import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { HttpStatus } from '../../ui/http-status';
import { When } from '../../ui/time';
import { apiKeysQuery } from '../../api/queries';
import { choicesAmong, choicesOf } from '../../kit/choices';
import type { Filter } from '../../kit/list-filters';
import { logsQuery } from './queries';
import type { LogRow } from './documents';
import { nameOfCaller } from './caller';
import type { logFilterNames } from './parameters';
import classes from '../../ui/http-method.module.css';

const codes = ['200', '201', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503'];
const statuses = [...choicesOf(words.statuses), ...codes.map((value) => ({ value, label: value }))];
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

/** `key`: the id in the address, which may be of a key that is revoked by now. */
function useLogFilters(key = ''): readonly Filter<(typeof logFilterNames)[number]>[] {
  const named = choicesAmong(useQuery(apiKeysQuery).data?.data ?? []);
  const isNamed = key === '' || named.some(({ value }) => value === key);
  return [
    { name: 'path', label: words.path, placeholder: words.pathHint, read: pathOf },
    { name: 'status', label: words.status, options: statuses },
    { name: 'method', label: words.method, options: methods },
    { name: 'key', label: words.key, options: isNamed ? named : [...named, { value: key, label: words.deletedKey }] },
    { since: 'since', until: 'until' },
  ];
}

/** As the log writes it, however it was copied: with a method before it, a host, or a query behind it. */
function pathOf(typed: string): string {
  const path = typed
    .trim()
    .replace(/^[A-Z]+\s+/, '')
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

const requestOf = ({ method, endpoint }: LogRow): string => `${method} ${endpoint}`;

const logColumns: readonly ListColumn<LogRow>[] = [
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

const route = getRouteApi('/inside/logs');

export function LogsRoom() {
  const search = route.useSearch();
  const { key, ...rest } = search;
  const watched = logsQuery({ ...rest, api_key_id: key });
  return (
    <ListRoom
      words={words}
      icon={IconListDetails}
      query={useInfiniteQuery(watched)}
      watched={watched}
      columns={logColumns}
      nameOf={requestOf}
      search={search}
      filters={useLogFilters(key)}
    />
  );
}

/** A method of HTTP in the colour of what it does: reads, adds, changes, removes. */
function HttpMethod({ of: method }: { readonly of: string }) {
  return (
    <span className={classes['method']} data-method={method}>
      {method}
    </span>
  );
}
