import { Button, Group, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { List } from '../api/documents';
import { messages } from '../messages';
import { momentOf, shown, useClock } from '../ui/clock';

export type Pages<Row> = UseInfiniteQueryResult<InfiniteData<List<Row>>>;

/** A list that is read page after page, or all at once. */
export type Listing<Row> = Pages<Row> | UseQueryResult<List<Row>>;

/** What there is of a list so far; undefined until its first page is there. The same rows are the same array. */
export function useRows<Row>({ data }: Listing<Row>): readonly Row[] | undefined {
  return useMemo(() => {
    if (data === undefined) return undefined;
    return 'pages' in data ? data.pages.flatMap((page) => page.data) : data.data;
  }, [data]);
}

/** Whether there may be rows behind those that are loaded. */
export const goesOn = <Row,>(query: Listing<Row>): boolean => 'hasNextPage' in query && query.hasNextPage;

/** What is known of a list as a whole. */
export interface Extent {
  /** How many rows the filters find; undefined where the server does not count them. */
  readonly total?: { readonly count: number; readonly exact: boolean } | undefined;
  /** Beginnings of words that a search looked for. */
  readonly words?: readonly string[] | undefined;
}

export function extentOf<Row>(query: Listing<Row>): Extent {
  const { data } = query;
  if (data === undefined) return {};
  const pages = 'pages' in data ? data.pages : [data];
  const count = pages.reduce((sum, page) => sum + page.data.length, 0);
  return { total: goesOn(query) ? pages[0]?.total : { count, exact: true }, words: pages[0]?.searched_words };
}

/** So far before its end comes into sight, the list goes on. */
const aheadPx = 600;

/** Loads the next page when the end of the list comes near; by keyboard there is a button. */
export function More<Row>({ query }: { readonly query: Pages<Row> }) {
  const end = useRef<HTMLDivElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const clock = useClock();
  const searchedTo = data?.pages.at(-1)?.searched_to;
  useEffect(() => {
    const { current } = end;
    // After a failure it waits for the button, so that a server in trouble is not asked without a pause.
    // So does a search that found too little: the reader decides whether it goes on.
    if (current === null || isFetchingNextPage || isFetchNextPageError || searchedTo !== undefined) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) void fetchNextPage();
      },
      { rootMargin: `0px 0px ${aheadPx}px` },
    );
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
