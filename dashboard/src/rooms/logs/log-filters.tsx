import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { apiKeysQuery } from '../../api/queries';
import { logs as words } from '../../messages/logs';
import { FilterBar, Pick, SearchField } from '../../ui/filters';
import { logFilterNames } from './parameters';

const route = getRouteApi('/inside/logs');
const TimeRange = lazy(() => import('../../ui/time-range'));

const codes = ['200', '201', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503'];
const statuses = [
  ...Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
  ...codes.map((value) => ({ value, label: value })),
];
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

type Change = Partial<Record<(typeof logFilterNames)[number], string>>;

export function LogFilters() {
  const { status = '', method = '', path = '', key = '', since = '', until = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: apiKeys } = useQuery(apiKeysQuery);
  const go = useCallback(
    (change: Change): void => void navigate({ search: (before) => withoutEmpty({ ...before, ...change }) }),
    [navigate],
  );
  const findPath = useCallback((text: string): void => go({ path: pathOf(text) }), [go]);
  const isFiltered = [status, method, path, key, since, until].some((value) => value !== '');
  const named = (apiKeys?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A link may name a key that is revoked by now.
  const keys =
    key === '' || named.some(({ value }) => value === key)
      ? named
      : [...named, { value: key, label: words.deletedKey }];
  return (
    <FilterBar onClear={isFiltered ? () => void navigate({ search: {} }) : undefined}>
      <SearchField label={words.path} placeholder={words.pathHint} value={path} onSearch={findPath} />
      <Pick label={words.status} value={status} options={statuses} onPick={(next) => go({ status: next })} />
      <Pick label={words.method} value={method} options={methods} onPick={(next) => go({ method: next })} />
      <Pick label={words.key} value={key} options={keys} onPick={(next) => go({ key: next })} />
      <Suspense fallback={null}>
        <TimeRange since={since} until={until} onChange={go} />
      </Suspense>
    </FilterBar>
  );
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

function withoutEmpty(search: Change): Change {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''));
}
