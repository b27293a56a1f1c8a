import type { Column } from '../ui/rows';

/** A column of a list. A column of a small table in a panel is one too. */
export interface ListColumn<Row> extends Column<Row> {
  /** In a table, in px or as a share of it (`20%`); the columns without one share what is left. */
  readonly width?: number | `${number}%` | undefined;
  /**
   * The list is sorted by it, for as long as all of it is loaded. Of a list that is read page after page the server
   * says the order.
   */
  readonly sortBy?: (row: Row) => string | number | null;
  /** What the server calls it, where it sorts the list by it however long that is. */
  readonly sortedAs?: string;
  /** Not shown until a person chooses it. */
  readonly isOptional?: boolean;
  /** What the cell shows, where it may be cut. */
  readonly textOf?: (row: Row) => string;
}
