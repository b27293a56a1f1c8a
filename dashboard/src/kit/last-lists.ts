import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lastLists, type Reading } from '../api/reading';

export interface Neighbors {
  /** Ids; undefined at the ends of what was loaded. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

/** Those beside `id` in the list that one came from; null for who came by a link. */
export function useNeighbors(list: Reading | undefined, id: string): Neighbors | null {
  const queryClient = useQueryClient();
  if (list === undefined) return null;
  const ids = idsOf(queryClient, list);
  const place = ids.indexOf(id);
  if (place < 0) return null;
  return { previous: ids[place - 1], next: ids[place + 1], place: place + 1, count: ids.length };
}

interface Listed {
  readonly data?: readonly { readonly id: string }[];
  readonly pages?: readonly { readonly data: readonly { readonly id: string }[] }[];
}

/** The ids of the list page after page that was looked at last, or of the whole one. */
function idsOf(queryClient: QueryClient, list: Reading): readonly string[] {
  const last = lastLists.get(list);
  const found =
    last === undefined
      ? queryClient.getQueriesData<Listed>({ queryKey: [list, 'once'] }).map(([, data]) => data)
      : [queryClient.getQueryData<Listed>(last)];
  const { data = [], pages = [] } = found.find((each) => each !== undefined) ?? {};
  return [...data, ...pages.flatMap((page) => page.data)].map(({ id }) => id);
}
