export interface Sorting {
  readonly title: string;
  readonly isDescending: boolean;
}

/** The next of a click: ascending, descending, as the server gave it. */
export function nextSorting(now: Sorting | null, title: string): Sorting | null {
  if (now?.title !== title) return { title, isDescending: false };
  return now.isDescending ? null : { title, isDescending: true };
}

/** As the server is asked for it: `name`, or `-name` for the greatest first. */
export const orderAsked = (sorting: Sorting | null, columns: readonly Ordered[]): string | undefined => {
  const name = columns.find(({ title }) => title === sorting?.title)?.sortedAs;
  return sorting === null || name === undefined ? undefined : `${sorting.isDescending ? '-' : ''}${name}`;
};

export function sortingOf(order: string | undefined, columns: readonly Ordered[]): Sorting | null {
  const isDescending = order?.startsWith('-') === true;
  const column = columns.find(({ sortedAs }) => sortedAs !== undefined && sortedAs === order?.replace('-', ''));
  return column === undefined ? null : { title: column.title, isDescending };
}

interface Ordered {
  readonly title: string;
  readonly sortedAs?: string;
}

/** Texts as people order them; what has no value comes last either way. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly { readonly title: string; readonly sortBy?: (row: Row) => string | number | null }[],
  sorting: Sorting | null,
): readonly Row[] {
  const valueOf = columns.find(({ title }) => title === sorting?.title)?.sortBy;
  if (sorting === null || valueOf === undefined) return rows;
  const factor = sorting.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return factor * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
}
