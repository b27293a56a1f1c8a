export interface Sorting {
  readonly title: string;
  readonly isDescending: boolean;
}

/** The next of a click: ascending, descending, as the server gave it. */
export function nextSorting(now: Sorting | null, title: string): Sorting | null {
  if (now?.title !== title) return { title, isDescending: false };
  return now.isDescending ? null : { title, isDescending: true };
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
