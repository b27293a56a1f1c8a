/** One cell: null is empty. */
export type CsvCell = string | number | null;

/** Writes RFC 4180. No spreadsheet takes a cell for a formula. */
export interface CsvWriter {
  /** Whole lines, each with its end. */
  lines(rows: readonly (readonly CsvCell[])[]): string;
}
