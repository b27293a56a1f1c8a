import { infiniteQueryOptions } from '@tanstack/react-query';
import { ask } from './client';
import type { List } from './documents';

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** A path with those of the parameters that have a value. */
export function withParameters(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

const pageSize = 50;

/** A list of the API, page after page by its cursor. What it is filtered by is a part of its key. */
export function endless<Row extends { readonly id: string }>(name: string, path: string, filters: Parameters = {}) {
  return infiniteQueryOptions({
    queryKey: [name, 'list', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      ask<List<Row>>('GET', withParameters(path, { ...filters, limit: pageSize, after }), { signal }),
    getNextPageParam: (page) => (page.has_more ? (page.next ?? page.data.at(-1)?.id) : undefined),
  });
}
