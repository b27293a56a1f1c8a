import type { ReactNode } from 'react';
import classes from './rows.module.css';
import shared from './table.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Actions at the end of the row: their column has no visible title. */
  readonly isActions?: boolean;
  /** Left out of a narrow table; a card shows it. */
  readonly isExtra?: boolean | 'wide';
}

interface RowsProps<Row> {
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}

/**
 * A table of plain elements: the library's would bring 22 kB to every first visit. On a narrow screen each row is a
 * card whose lines name their columns. The roles survive the change of layout.
 */
export function Rows<Row>({ label, columns, rows, idOf }: RowsProps<Row>) {
  return (
    <div className={classes['scroller']}>
      <table className={`${shared['table']} ${classes['table']}`} aria-label={label} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isActions, isExtra }) => (
              <th key={title} role="columnheader" data-extra={isExtra}>
                {isActions === true ? <span className={shared['hidden']}>{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={idOf(row)} role="row">
              {columns.map(({ title, cell, isActions, isExtra }) => (
                <td
                  key={title}
                  role="cell"
                  data-title={isActions === true ? undefined : title}
                  data-actions={isActions}
                  data-extra={isExtra}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
