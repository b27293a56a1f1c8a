import { Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Reading } from '../api/reading';
import { Back } from '../ui/back';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { useNeighbors } from './last-lists';
import { NeighborLinks } from './neighbor-links';

interface DetailPageProps<Data> {
  readonly id: string;
  readonly query: UseQueryResult<Data>;
  /** The list that it belongs to; `reads` of a list whose rows have these ids: with it there are next and previous. */
  readonly list: {
    readonly to: `/${string}`;
    readonly label: string;
    readonly reads?: Reading;
    /** The address of one; defaults to its id below the list. */
    readonly addressOf?: (id: string) => string;
  };
  /** What the page is called until it is there, and where there is none. */
  readonly name: string;
  readonly title: (data: Data) => string;
  readonly status?: (data: Data) => ReactNode;
  /** The main action, and the menu with the rest. */
  readonly actions?: (data: Data) => ReactNode;
  /** What one has to know first. */
  readonly callout?: (data: Data) => ReactNode;
  /** Facts, tabs and panels. */
  readonly children: (data: Data) => ReactNode;
}

/**
 * The room of one thing: where it belongs, its name with its status, what one has to know first, what can be done,
 * and its parts.
 */
export function DetailPage<Data>({ id, query, list, name, ...parts }: DetailPageProps<Data>) {
  const { data } = query;
  // Each room gives its own list: its address is known, and not its type.
  const to: string = list.to;
  const neighbors = useNeighbors(list.reads, id);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Back to={to} data-no-print>
          {list.label}
        </Back>
        {neighbors !== null && neighbors.count > 1 && (
          <NeighborLinks neighbors={neighbors} addressOf={list.addressOf ?? ((each) => `${list.to}/${each}`)} />
        )}
      </Group>
      <Page
        key={id}
        title={data === undefined ? name : parts.title(data)}
        badge={data !== undefined && parts.status?.(data)}
        actions={data !== undefined && parts.actions?.(data)}
      >
        <Loaded query={query} lines={8}>
          {(found) => (
            <>
              {parts.callout?.(found)}
              {parts.children(found)}
            </>
          )}
        </Loaded>
      </Page>
    </Stack>
  );
}
