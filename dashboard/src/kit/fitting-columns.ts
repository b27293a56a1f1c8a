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
  const widthOf = (column: Sized, place: number): number => (place === 0 ? leastNamePx : ownWidthOf(column, tablePx));
  let takenPx = checkPx + columns.reduce((sum, column, place) => sum + widthOf(column, place), 0);
  const leaving = new Set<Column>();
  for (const extra of ['wide', true, undefined] as const) {
    for (const [place, column] of [...columns.entries()].slice(1).reverse()) {
      if (takenPx <= tablePx || column.isActions === true || column.isExtra !== extra) continue;
      leaving.add(column);
      takenPx -= widthOf(column, place);
    }
  }
  const fit = leaving.size === 0 ? columns : columns.filter((column) => !leaving.has(column));
  const [name, ...others] = fit;
  if (name?.width === undefined) return fit;
  // Those that took what is left may all be gone: then names take it.
  const isRest = others.every(({ width }) => width !== undefined);
  if (!isRest && ownWidthOf(name, tablePx) >= leastNamePx) return fit;
  return [{ ...name, width: isRest ? undefined : leastNamePx }, ...others];
}

function ownWidthOf({ width }: Sized, tablePx: number): number {
  if (width === undefined) return leastSharePx;
  return typeof width === 'number' ? width : (Number.parseFloat(width) / 100) * tablePx;
}
