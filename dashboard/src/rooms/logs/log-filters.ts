import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '../../api/queries';
import { choicesAmong, choicesOf } from '../../kit/choices';
import type { Filter } from '../../kit/list-filters';
import { logs as words } from '../../messages/logs';
import type { logFilterNames } from './parameters';

const codes = ['200', '201', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503'];
const statuses = [...choicesOf(words.statuses), ...codes.map((value) => ({ value, label: value }))];
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));

/** `key`: the id in the address, which may be of a key that is revoked by now. */
export function useLogFilters(key = ''): readonly Filter<(typeof logFilterNames)[number]>[] {
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
