import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './rows.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Actions at the end of the row: their column has no visible title. */
  readonly isActions?: boolean;
}

interface RowsProps<Row> {
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}

/** A table; on a narrow screen each row is a card whose lines name their columns. The roles survive the change of layout. */
export function Rows<Row>({ label, columns, rows, idOf }: RowsProps<Row>) {
  return (
    <Table className={classes['table'] ?? ''} verticalSpacing="sm" aria-label={label} role="table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map(({ title, isActions }) => (
            <Table.Th key={title} role="columnheader">
              {isActions === true ? <span className={classes['hidden']}>{title}</span> : title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Table.Tr key={idOf(row)} role="row">
            {columns.map(({ title, cell, isActions }) => (
              <Table.Td
                key={title}
                role="cell"
                data-title={isActions === true ? undefined : title}
                data-actions={isActions}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
