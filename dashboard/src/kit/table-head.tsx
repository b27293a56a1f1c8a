import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { kitWords } from '../messages/lists';
import type { ListColumn } from './list-column';
import classes from './list-table.module.css';
import shared from '../ui/table.module.css';
import type { Sorting } from './sorting';

interface TableHeadProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  /** Null where rows are in the server's order; absent where the list cannot be sorted. */
  readonly sorting: Sorting | null | undefined;
  readonly onSort: (title: string) => void;
  /** Absent where rows cannot be selected. */
  readonly selected: 'all' | 'some' | 'none' | undefined;
  readonly onSelectAll: (isSelected: boolean) => void;
}

/** It stays in sight. */
export function TableHead<Row>({ columns, sorting, onSort, selected, onSelectAll }: TableHeadProps<Row>) {
  const directionOf = (title: string) =>
    sorting?.title !== title ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selected !== undefined && (
          <th role="columnheader" data-check>
            <label>
              <input
                ref={(element) => {
                  if (element !== null) element.indeterminate = selected === 'some';
                }}
                type="checkbox"
                aria-label={kitWords.selectAll}
                checked={selected === 'all'}
                onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
              />
            </label>
          </th>
        )}
        {columns.map(({ title, width, sortBy, sortedAs, isActions, isExtra }) => {
          const canSort = sorting !== undefined && (sortBy ?? sortedAs) !== undefined;
          return (
            <th
              key={title}
              role="columnheader"
              data-extra={isExtra}
              style={width === undefined ? undefined : { width }}
              aria-sort={canSort ? directionOf(title) : undefined}
            >
              {isActions === true ? (
                <span className={shared['hidden']}>{title}</span>
              ) : canSort ? (
                <UnstyledButton className={classes['sort'] ?? ''} onClick={() => onSort(title)}>
                  {title}
                  {directionOf(title) === 'ascending' && <IconArrowUp size={13} aria-hidden />}
                  {directionOf(title) === 'descending' && <IconArrowDown size={13} aria-hidden />}
                </UnstyledButton>
              ) : (
                title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
