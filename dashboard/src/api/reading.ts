import { infiniteQueryOptions, type Query, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { call } from './client';
import type { List } from './documents';
import type { Answer, Given, JsonOperation, Operation, PartOf, RowOf, Sent } from './operations';

/*
 * What is read is kept under its operation: `[operation, 'once', given]`, or `[operation, 'pages', given]` for a list
 * that goes on.
 */

/** What only reads. */
export type Reading = Extract<JsonOperation, `GET ${string}`>;

interface Asked {
  readonly signal: AbortSignal;
}

/** What is kept of one request. */
export function keyOf<Name extends Operation>(name: Name, ...[given]: Given<Name>): readonly unknown[] {
  return [name, 'once', ...(given === undefined ? [] : [given])];
}

/** For `queryOptions`: the key of what is asked, and what asks it. */
export function read<Name extends Reading>(name: Name, ...given: Given<Name>) {
  const [request] = given;
  return {
    queryKey: keyOf(name, ...given),
    // What is given and the signal are what `call` takes: that holds for each operation, and the compiler asks about
    // all at once.
    queryFn: ({ signal }: Asked) => call(name, ...([{ ...request, signal }] as unknown as Given<Name>)),
  };
}

/** Operations that answer a list page after page, by a cursor. */
export type Paging = {
  [Name in Reading]: Sent<Name> extends { readonly query?: { readonly after?: string | undefined } }
    ? Answer<Name> extends List<{ readonly id: string }>
      ? Name
      : never
    : never;
}[Reading];

const pageSize = 50;

/** By operation: the key of the list that a room asked for last, narrowed as it was. */
export const lastLists = new Map<string, QueryKey>();

/** A list of the API, page after page; `newest` reads its first page again, as it is by then. */
export function pages<Name extends Paging>(name: Name, ...[given]: Given<Name>) {
  const { path, query } = { path: undefined, query: undefined, ...given };
  const page = async (after: string | undefined, signal: AbortSignal): Promise<List<RowOf<Name>>> => {
    // How many there are is the same on every page.
    const further = after === undefined ? {} : { after, total: undefined };
    const request = { path, query: Object.assign({}, query, { limit: pageSize }, further), signal };
    const answer: unknown = await call(name, ...([request] as unknown as Given<Name>));
    // Each of these operations takes a cursor and answers a list: `Paging` says so.
    return answer as List<RowOf<Name>>;
  };
  const queryKey = [name, 'pages', { path, query }];
  lastLists.set(name, queryKey);
  const list = infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) => page(after, signal),
    getNextPageParam: ({ has_more: hasMore, next, data }) =>
      hasMore ? (next ?? (data.at(-1) as { readonly id: string } | undefined)?.id) : undefined,
  });
  const newest = {
    queryKey: [name, 'once', { path, query: Object.assign({}, query, { limit: pageSize }) }],
    queryFn: ({ signal }: Asked) => page(undefined, signal),
  };
  return { ...list, newest };
}

/** A list that goes on, as `refetchInterval` is shown it. */
export interface Listed<Row> {
  readonly state: { readonly data?: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined };
}

/** The pages that were read of a list of one resource, however they were narrowed. */
export const pagesOf = <Name extends Paging>(name: Name, path: PartOf<Name, 'path'>): QueryFilters => ({
  queryKey: [name, 'pages', { path }],
});

/**
 * Everything that was read of an operation, but for the pages of a list: those stay as they are under the reader's eye.
 */
export const once = (name: Reading): QueryFilters => ({ queryKey: [name, 'once'] });

/**
 * Everything that was read of an operation, and of those below its path. With `path`: of this one only. Lists below it
 * that go on are left out.
 */
export function under<Name extends Reading>(name: Name, path: Readonly<Record<string, string>> = {}): QueryFilters {
  return { predicate: (query: Query) => isUnder(query.queryKey, name, path) };
}

function isUnder(
  [name, kind, given]: readonly unknown[],
  top: string,
  path: Readonly<Record<string, string>>,
): boolean {
  if (name !== top && !(kind === 'once' && String(name).startsWith(`${top}/`))) return false;
  const asked = (given as { readonly path?: Readonly<Record<string, unknown>> } | undefined)?.path ?? {};
  return Object.entries(path).every(([parameter, value]) => asked[parameter] === value);
}
