import { type ChangeEvent, memo } from 'react';
import { kitWords } from '../messages/lists';
import type { ListColumn } from './list-column';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly columns: readonly ListColumn<Row>[];
  /** Absent where the row cannot be selected. */
  readonly name: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (id: string, event: ChangeEvent) => void;
  readonly measured: ((element: HTMLElement | null) => void) | undefined;
}

function OneRow<Row>({ row, id, index, columns, name, isSelected, onSelect, measured }: TableRowProps<Row>) {
  return (
    <tr
      ref={measured}
      role="row"
      // The head is the first.
      aria-rowindex={index + 2}
      aria-selected={name === undefined ? undefined : isSelected}
      data-index={index}
      data-list-row
      tabIndex={-1}
    >
      {name !== undefined && (
        <td role="cell" data-check>
          <label>
            <input
              type="checkbox"
              data-row-check
              aria-label={kitWords.select(name)}
              checked={isSelected}
              onChange={(event) => onSelect(id, event)}
            />
          </label>
        </td>
      )}
      {columns.map(({ title, cell, textOf, isActions, isExtra }) => {
        const content = cell(row);
        return (
          <td
            key={title}
            role="cell"
            title={textOf?.(row) ?? (typeof content === 'string' ? content : undefined)}
            data-title={isActions === true ? undefined : title}
            data-actions={isActions}
            data-extra={isExtra}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** Drawn again only when something of it has changed. */
// `memo` forgets what kind of row it is of.
export const TableRow = memo(OneRow) as typeof OneRow;
