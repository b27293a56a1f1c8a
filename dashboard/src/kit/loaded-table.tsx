import { type ReactNode, useMemo } from 'react';
import { Loaded } from '../ui/loaded';
import { extentOf, goesOn, type Listing, More, useRows } from './listing';
import { ListTable, type ListTableProps } from './list-table';

interface LoadedTableProps<Row extends object> extends Omit<ListTableProps<Row>, 'rows' | 'isWhole' | 'extent'> {
  readonly query: Listing<Row>;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  /** Whether a row is being removed, which can still be undone. */
  readonly isHidden?: (row: Row) => boolean;
}

/** The rows of a query as a table that goes on when its end comes near; until then its outline, or why it failed. */
export function LoadedTable<Row extends object>({ query, empty, isHidden, tools, ...table }: LoadedTableProps<Row>) {
  const all = useRows(query);
  const rows = useMemo(() => all?.filter((row) => isHidden?.(row) !== true) ?? [], [all, isHidden]);
  const hasMore = goesOn(query);
  return (
    <>
      <Loaded<unknown> query={query} lines={8}>
        {() =>
          rows.length === 0 ? (
            <>
              {tools}
              {/* What was found nowhere so far may still be further back. */}
              {!hasMore && empty}
            </>
          ) : (
            <ListTable {...table} tools={tools} rows={rows} isWhole={!hasMore} extent={extentOf(query)} />
          )
        }
      </Loaded>
      {'hasNextPage' in query && <More query={query} />}
    </>
  );
}
