import { Button, Center } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type InfiniteData, type QueryKey, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { List } from '../api/documents';
import { kitWords } from '../messages/lists';
import type { Pages } from './listing';

interface Identified {
  readonly id: string;
}

/** A list that is read once; what `pages` of `api/reading.ts` makes. */
export interface Watched<Row> {
  readonly queryKey: QueryKey;
  readonly newest: {
    readonly queryKey: QueryKey;
    readonly queryFn: (asked: { readonly signal: AbortSignal }) => Promise<List<Row>>;
  };
}

type Listed<Row> = InfiniteData<List<Row>, string | undefined>;

const everyMs = 10_000;

/**
 * Looks at the first page again and again, and at once when the server announces a change. Rows that are shown get
 * their new state where they stand; how many further ones there are is answered, and `show` puts them on top, so that
 * nothing moves under the eye.
 */
function useNewRows<Row extends Identified>(list: Watched<Row>, { data }: Pages<Row>) {
  const queryClient = useQueryClient();
  const first = data?.pages[0];
  const { data: newest = first } = useQuery({
    ...list.newest,
    enabled: first !== undefined,
    // What the list began with.
    ...(first === undefined ? {} : { initialData: first }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
  const known = useMemo(() => new Set(data?.pages.flatMap((page) => page.data.map(({ id }) => id))), [data]);
  const count = newest === undefined ? 0 : newIn(newest.data, known);
  const isEmpty = first !== undefined && known.size === 0;
  const show = (): void => {
    if (newest === undefined) return;
    queryClient.setQueryData<Listed<Row>>(list.queryKey, { pages: [newest], pageParams: [undefined] });
    window.scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (newest === undefined) return;
    queryClient.setQueryData<Listed<Row>>(list.queryKey, (listed) => listed && withStates(listed, newest.data));
    // The key is made again at each rendering, and has the same filters for as long as the newest rows are of them.
  }, [newest, queryClient]);
  useEffect(() => {
    // An empty list has no reader.
    if (isEmpty && count > 0) show();
  });
  const isMore = newest !== undefined && count === newest.data.length && newest.has_more;
  return { count: isEmpty ? 0 : count, label: isMore ? `${count}+` : String(count), show };
}

/** How many of the newest come before the first that is shown. */
function newIn(newest: readonly Identified[], known: ReadonlySet<string>): number {
  const place = newest.findIndex(({ id }) => known.has(id));
  return place === -1 ? newest.length : place;
}

/** The same object where nothing has changed, so that nothing is drawn again. */
function withStates<Row extends Identified>(listed: Listed<Row>, newest: readonly Row[]): Listed<Row> {
  const byId = new Map(newest.map((row) => [row.id, row]));
  const changed = (row: Row): Row => replaceEqualDeep(row, byId.get(row.id) ?? row);
  const pages = listed.pages.map((page) => {
    const data = page.data.map(changed);
    return data.every((row, place) => row === page.data[place]) ? page : { ...page, data };
  });
  return pages.every((page, place) => page === listed.pages[place]) ? listed : { ...listed, pages };
}

interface NewRowsProps<Row extends Identified> {
  readonly list: Watched<Row>;
  readonly query: Pages<Row>;
}

/** Says that there are further rows, and shows them when it is asked to. */
export function NewRows<Row extends Identified>({ list, query }: NewRowsProps<Row>) {
  const { count, label, show } = useNewRows(list, query);
  return (
    <Center aria-live="polite" style={{ position: 'sticky', top: 42, zIndex: 5, height: 0, overflow: 'visible' }}>
      {count > 0 && (
        <Button radius="xl" size="xs" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={show}>
          {kitWords.newRows(label)}
        </Button>
      )}
    </Center>
  );
}
