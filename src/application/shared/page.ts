/** `after` and `before` are ids, exclusive, never both; a page goes from newer to older. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
  /** The page says how many there are in all, where an index can count them. */
  readonly isCounted?: true;
}

/** How many there are under the filters of a list. */
export interface ListTotal {
  readonly count: number;
  /** Whether all were counted; otherwise there are more. */
  readonly isExact: boolean;
}

export type Page<Document> =
  | {
      readonly documents: readonly Document[];
      readonly hasMore: boolean;
      /**
       * The walk ended here, before it had found a whole page: what goes on after (or before) this id finds the rest.
       * `time` in ISO 8601.
       */
      readonly walkedTo?: { readonly id: string; readonly time: string };
      /** Absent when it was not asked for, or each row would have to be looked at. */
      readonly total?: ListTotal;
      /** What a search looked for: each is the beginning of a word of what it found. */
      readonly words?: readonly string[];
    }
  | { readonly refused: 'unknown-cursor' };

/**
 * A page of what is there as a whole, in its order: `after` goes on to later items, `before` back to earlier ones.
 * Without a limit all of them.
 */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { limit = all.length, after, before }: Partial<PageRequest>,
): Page<Item> {
  const cursor = after ?? before;
  const at = all.findIndex(({ id }) => id === cursor);
  // The items may all be gone by now.
  if (cursor !== undefined && at === -1 && all.length > 0) return { refused: 'unknown-cursor' };
  const start = before === undefined ? at + 1 : Math.max(0, at - limit);
  const end = before === undefined ? start + limit : at;
  const hasMore = before === undefined ? end < all.length : start > 0;
  return { documents: all.slice(start, end), hasMore };
}
