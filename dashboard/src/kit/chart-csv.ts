import { csvOf } from '../ui/csv';
import { download } from '../ui/download';
import type { Measure } from './chart-data';

interface Saved<Row> {
  readonly file: string;
  readonly rowTitle: string;
  readonly rowName: (row: Row) => string;
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Measure<Row>[];
  readonly rows: readonly Row[];
}

/** The numbers as a file: the id of each row, which is the moment where rows are periods, and each measure's key. */
export function save<Row>({ file, rowTitle, rowName, idOf, columns, rows }: Saved<Row>): void {
  const data = rows.map((row) => ({
    id: idOf(row),
    [rowTitle]: rowName(row),
    ...Object.fromEntries(columns.map(({ key, value }) => [key, value(row)])),
  }));
  download(`${file}.csv`, csvOf(['id', rowTitle, ...columns.map(({ key }) => key)], data), 'text/csv');
}
