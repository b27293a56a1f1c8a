/** What counts of a column: as in `ListColumn`. */
interface Sized {
  readonly width?: number | `${number}%` | undefined;
  readonly isActions?: boolean;
  readonly isExtra?: boolean | 'wide';
}

/** What a name takes at the least, and what another column without a width of its own does. */
const leastNamePx = 200;
const leastSharePx = 110;

/** The columns that leave the first one room for its names: extra ones go first, then from the right. */
export function fitting<Column extends Sized>(
  columns: readonly Column[],
  tablePx: number,
  checkPx: number,
): readonly Column[] {
  const widthOf = ({ width }: Sized, place: number): number => {
    if (place === 0) return leastNamePx;
    if (width === undefined) return leastSharePx;
    return typeof width === 'number' ? width : (Number.parseFloat(width) / 100) * tablePx;
  };
  let takenPx = checkPx + columns.reduce((sum, column, place) => sum + widthOf(column, place), 0);
  const leaving = new Set<Column>();
  for (const extra of ['wide', true, undefined] as const) {
    for (const [place, column] of [...columns.entries()].slice(1).reverse()) {
      if (takenPx <= tablePx || column.isActions === true || column.isExtra !== extra) continue;
      leaving.add(column);
      takenPx -= widthOf(column, place);
    }
  }
  if (leaving.size === 0) return columns;
  const [name, ...others] = columns.filter((column) => !leaving.has(column));
  // Those that took what is left may all be gone: then names take it.
  return name === undefined || others.some(({ width }) => width === undefined)
    ? columns.filter((column) => !leaving.has(column))
    : [{ ...name, width: undefined }, ...others];
}
