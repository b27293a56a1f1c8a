import { Button, Center } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { List } from '../api/documents';
import { messages } from '../messages';
import { Loaded } from './loaded';
import { type Column, Rows } from './rows';

interface EndlessRowsProps<Row> {
  readonly query: UseInfiniteQueryResult<InfiniteData<List<Row>>>;
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  /** Of a row that is being removed, while that can still be undone. */
  readonly isHidden?: (row: Row) => boolean;
}

/** A list that goes on when its end comes into sight; by keyboard there is a button. */
export function EndlessRows<Row>({ query, label, columns, idOf, empty, isHidden }: EndlessRowsProps<Row>) {
  return (
    <>
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data).filter((row) => isHidden?.(row) !== true);
          return rows.length === 0 ? empty : <Rows label={label} columns={columns} rows={rows} idOf={idOf} />;
        }}
      </Loaded>
      <More query={query} />
    </>
  );
}

function More<Row>({ query }: { readonly query: UseInfiniteQueryResult<InfiniteData<List<Row>>> }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    const { current } = end;
    // After a failure it waits for the button, so that a server in trouble is not asked without a pause.
    if (current === null || isFetchingNextPage || isFetchNextPageError) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void fetchNextPage();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Center ref={end} py="sm">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {messages.actions.more}
      </Button>
    </Center>
  );
}
