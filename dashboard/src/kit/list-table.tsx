import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import {
  type ChangeEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { choiceIn, isShown, ordered } from './column-choice';
import { fitting } from './fitting-columns';
import type { ListColumn } from './list-column';
import type { Extent } from './listing';
import classes from './list-table.module.css';
import shared from '../ui/table.module.css';
import { useRemembered } from './remembered';
import { nextSorting, orderAsked, sorted, type Sorting, sortingOf } from './sorting';
import { TableBar } from './table-bar';
import { TableHead } from './table-head';
import { openRow } from './open-row';
import { TableRow } from './table-row';

/** Measures and places what is in sight: loaded once a list is longer than a few screens. */
const VirtualBody = lazy(() => import('./virtual-body'));
const plainRows = 100;
/** As in list-table.module.css. */
const checkPx = 40;
/** Below it a row is a card, which has room for all: as in table.module.css. */
const cardPx = 600;

const features = tableFeatures({ rowSelectionFeature });

export interface ListTableProps<Row extends object> {
  /** For screen readers. */
  readonly label: string;
  /** Under which the choice of columns is remembered; absent: there is nothing over the table. */
  readonly name?: string | undefined;
  readonly columns: readonly ListColumn<Row>[];
  /** The same array for as long as the rows are the same. */
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** Whether these are all rows that there are: then they can be sorted. */
  readonly isWhole?: boolean;
  /** The order that the server was asked for, and what asks for another: as {@link orderAsked} writes it. */
  readonly order?:
    | { readonly asked: string | undefined; readonly ask: (order: string | undefined) => void }
    | undefined;
  readonly extent?: Extent;
  /** A row, to screen readers. */
  readonly nameOf?: ((row: Row) => string) | undefined;
  /** What can be done with the rows that are selected; absent: none can be. */
  readonly bulk?: ((rows: readonly Row[], clear: () => void) => ReactNode) | undefined;
  /** Over the table, before the choice of columns. */
  readonly tools?: ReactNode;
}

/**
 * A table of 38 px rows on TanStack Table, whose rows are drawn once and then left alone; on a phone each is a card. A
 * row with a `RowLink` is a link as a whole.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { label, name, columns, rows, idOf, isWhole = false, order, extent = {}, nameOf = idOf, bulk, tools } = props;
  const [choice, setChoice] = useRemembered({ name: `columns of ${name ?? label}`, read: choiceIn });
  const [ownSorting, setSorting] = useState<Sorting | null>(null);
  const sorting = order === undefined ? ownSorting : sortingOf(order.asked, columns);
  const isSortedHere = isWhole && order === undefined;
  const data = useMemo(
    () => sorted(rows, columns, isSortedHere ? ownSorting : null),
    [rows, columns, isSortedHere, ownSorting],
  );
  const sort = (title: string): void => {
    const next = nextSorting(sorting, title);
    if (order === undefined) setSorting(next);
    else order.ask(orderAsked(next, columns));
  };
  const inOrder = useMemo(() => ordered(columns, choice), [columns, choice]);
  const table = useTable({
    features,
    data,
    columns: useMemo(() => columns.map(({ title }) => ({ id: title, header: title })), [columns]),
    getRowId: idOf,
    isRowRangeSelectionEvent: isWithShift,
  });
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  });
  const select = useCallback((id: string, event: ChangeEvent) => {
    latest.current.getRow(id).getToggleSelectedHandler()(event);
  }, []);
  const element = useRef<HTMLTableElement>(null);
  const tablePx = useTablePx(element);
  const shown = useMemo(() => {
    const chosen = inOrder.filter((each) => isShown(choice, each));
    return tablePx === undefined ? chosen : fitting(chosen, tablePx, bulk === undefined ? 0 : checkPx);
  }, [inOrder, choice, tablePx, bulk === undefined]);
  const { rowSelection } = table.state;
  const draw = (index: number, measured?: (element: HTMLElement | null) => void) => {
    const row = data[index];
    if (row === undefined) return null;
    const id = idOf(row);
    return (
      <TableRow<Row>
        key={id}
        id={id}
        row={row}
        index={index}
        columns={shown}
        measured={measured}
        name={bulk === undefined ? undefined : nameOf(row)}
        isSelected={rowSelection[id] === true}
        onSelect={select}
      />
    );
  };
  const idAt = (index: number): string => {
    const row = data[index];
    return row === undefined ? '' : idOf(row);
  };
  const plain = <tbody role="rowgroup">{data.slice(0, plainRows).map((_, index) => draw(index))}</tbody>;
  return (
    <>
      {name !== undefined && (
        <TableBar extent={extent} columns={inOrder} choice={choice} onChoose={setChoice}>
          {tools}
        </TableBar>
      )}
      <table
        ref={element}
        className={`${shared['table']} ${classes['table']}`}
        aria-label={label}
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        role="table"
        onClick={openRow}
        onAuxClick={openRow}
      >
        <TableHead<Row>
          columns={shown}
          sorting={isWhole || order !== undefined ? sorting : undefined}
          onSort={sort}
          selected={bulk === undefined ? undefined : selectedOf(table.getIsAllRowsSelected(), rowSelection)}
          onSelectAll={(isSelected) => table.toggleAllRowsSelected(isSelected)}
        />
        {data.length <= plainRows ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <VirtualBody
              count={data.length}
              idAt={idAt}
              draw={draw}
              columns={shown.length + Number(bulk !== undefined)}
            />
          </Suspense>
        )}
      </table>
      {bulk !== undefined && table.getIsSomeRowsSelected() && (
        <Suspense>
          {bulk(
            table.getSelectedRowModel().rows.map(({ original }) => original),
            () => table.resetRowSelection(true),
          )}
        </Suspense>
      )}
    </>
  );
}

const selectedOf = (areAll: boolean, selection: Readonly<Record<string, true>>): 'all' | 'some' | 'none' =>
  Object.keys(selection).length === 0 ? 'none' : areAll ? 'all' : 'some';

/** With Shift, the rows between two clicks are selected too. */
function isWithShift(event: unknown): boolean {
  // React's event of a checkbox's change is the browser's of a click.
  return (event as ChangeEvent).nativeEvent instanceof MouseEvent
    ? ((event as ChangeEvent).nativeEvent as MouseEvent).shiftKey
    : false;
}

/** The width of an element before it is seen, and whenever it changes; undefined where rows are cards. */
function useTablePx(element: RefObject<HTMLElement | null>): number | undefined {
  const [widthPx, setWidthPx] = useState<number>();
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () =>
      setWidthPx(window.innerWidth <= cardPx || current.clientWidth === 0 ? undefined : current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
