import { Button, Group, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { List } from '../api/documents';
import { messages } from '../messages';
import { momentOf, shown, useClock } from './clock';
import { Loaded } from './loaded';
import { type Column, Rows } from './rows';

type Pages<Row> = UseInfiniteQueryResult<InfiniteData<List<Row>>>;

/** A list that is read page after page, or all at once. */
export type Listing<Row> = Pages<Row> | UseQueryResult<List<Row>>;

/** What there is of a list so far. Undefined until its first page is there. */
export function rowsOf<Row>({ data }: Listing<Row>): readonly Row[] | undefined {
  if (data === undefined) return undefined;
  return 'pages' in data ? data.pages.flatMap((page) => page.data) : data.data;
}

interface EndlessRowsProps<Row> {
  readonly query: Listing<Row>;
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  /** Whether a row is being removed, which can still be undone. */
  readonly isHidden?: (row: Row) => boolean;
}

/** A list that goes on when its end comes into sight; by keyboard there is a button. */
export function EndlessRows<Row>({ query, label, columns, idOf, empty, isHidden }: EndlessRowsProps<Row>) {
  const goesOn = 'hasNextPage' in query && query.hasNextPage;
  return (
    <>
      <Loaded<unknown> query={query} lines={8}>
        {() => {
          const rows = (rowsOf(query) ?? []).filter((row) => isHidden?.(row) !== true);
          // What was found nowhere so far may still be further back.
          if (rows.length === 0 && goesOn) return null;
          return rows.length === 0 ? empty : <Rows label={label} columns={columns} rows={rows} idOf={idOf} />;
        }}
      </Loaded>
      {'hasNextPage' in query && <More query={query} />}
    </>
  );
}

function More<Row>({ query }: { readonly query: Pages<Row> }) {
  const end = useRef<HTMLDivElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const clock = useClock();
  const searchedTo = data?.pages.at(-1)?.searched_to;
  useEffect(() => {
    const { current } = end;
    // After a failure it waits for the button, so that a server in trouble is not asked without a pause.
    // So does a search that found too little: the reader decides whether it goes on.
    if (current === null || isFetchingNextPage || isFetchNextPageError || searchedTo !== undefined) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void fetchNextPage();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, searchedTo]);
  if (!hasNextPage) return null;
  return (
    <Group ref={end} py="sm" gap="sm" justify="center">
      {searchedTo !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {messages.searchedTo(shown(momentOf(searchedTo), clock, 'day'))}
        </Text>
      )}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {searchedTo === undefined ? messages.actions.more : messages.actions.keepSearching}
      </Button>
    </Group>
  );
}
