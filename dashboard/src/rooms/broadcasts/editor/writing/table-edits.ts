import type { Editor } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type Command, type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { CellSelection, goToNextCell, isInTable, selectedRect } from '@tiptap/pm/tables';
import { tableLimits } from '../email/table.js';

/* What changes a table. Its rows have a cell for each column: cells are never merged. */

/** A table, and what of it is selected: from the first row and column to before `bottom` and `right`. */
interface FoundTable {
  readonly pos: number;
  readonly table: DocNode;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The table around the selection, or that is selected: then its last row and column are meant. */
export function tableAt(state: EditorState): FoundTable | undefined {
  const { selection } = state;
  if (isInTable(state)) {
    const { table, tableStart, top, bottom, left, right } = selectedRect(state);
    return { pos: tableStart - 1, table, top, bottom, left, right };
  }
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'table') return undefined;
  const { node: table, from: pos } = selection;
  const [bottom, right] = [table.childCount, widthOf(table)];
  return { pos, table, top: bottom - 1, bottom, left: right - 1, right };
}

const widthOf = (table: DocNode): number => Math.max(...table.children.map(({ childCount }) => childCount));

/** Where the cell of a row begins. */
function cellPlace({ pos, table }: FoundTable, row: number, column: number): number {
  const before = (nodes: readonly DocNode[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const cells = table.maybeChild(row)?.children ?? [];
  return pos + 2 + before(table.children.slice(0, row)) + before(cells.slice(0, column));
}

const caretIn = (tr: Transaction, found: FoundTable, row: number, column: number): Transaction =>
  tr.setSelection(
    TextSelection.near(tr.doc.resolve(cellPlace({ ...found, table: tableIn(tr, found) }, row, column) + 2)),
  );

const tableIn = (tr: Transaction, { pos, table }: FoundTable): DocNode => tr.doc.nodeAt(pos) ?? table;

/** An empty row above or below what is selected, with the columns aligned as they are; not above a header row. */
export const addRow =
  (side: 'above' | 'below', caretColumn?: number): Command =>
  (state, dispatch) => {
    const found = tableAt(state);
    if (found === undefined || found.table.childCount >= tableLimits.rows) return false;
    const { table, top, bottom, left } = found;
    if (side === 'above' && top === 0 && hasHeader(table, 'row')) return false;
    const at = side === 'above' ? top : bottom;
    const like = table.child(Math.min(Math.max(at, hasHeader(table, 'row') ? 1 : 0), table.childCount - 1));
    const { tableCell, tableHeader } = state.schema.nodes;
    const hasNames = hasHeader(table, 'column');
    const cells = like.children.map(({ attrs }, column) =>
      (hasNames && column === 0 ? tableHeader : tableCell)?.createAndFill({ textAlign: attrs['textAlign'] }),
    );
    const row = like.type.create(
      null,
      cells.filter((cell) => cell !== null && cell !== undefined),
    );
    dispatch?.(
      caretIn(state.tr.insert(cellPlace(found, at, 0) - 1, row), found, at, caretColumn ?? left).scrollIntoView(),
    );
    return true;
  };

/** An empty column beside what is selected; not before one of headers. */
export const addColumn =
  (side: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const found = tableAt(state);
    if (found === undefined || widthOf(found.table) >= tableLimits.columns) return false;
    const { table, top, left, right } = found;
    if (side === 'before' && left === 0 && hasHeader(table, 'column')) return false;
    const at = side === 'before' ? left : right;
    const { tableCell, tableHeader } = state.schema.nodes;
    const { tr } = state;
    // The last row first: so the places above stay.
    for (let row = table.childCount - 1; row >= 0; row -= 1) {
      const type = row === 0 && hasHeader(table, 'row') ? tableHeader : tableCell;
      const cell = type?.createAndFill();
      if (cell !== null && cell !== undefined) tr.insert(cellPlace(found, row, at), cell);
    }
    dispatch?.(caretIn(tr, found, top, at).scrollIntoView());
    return true;
  };

/** The rows or columns that are selected; with the last one the table. */
export const removeLine =
  (kind: 'row' | 'column'): Command =>
  (state, dispatch) => {
    const found = tableAt(state);
    if (found === undefined) return false;
    const { pos, table, top, bottom, left, right } = found;
    const { tr } = state;
    const isAll = kind === 'row' ? bottom - top >= table.childCount : right - left >= widthOf(table);
    if (isAll) tr.delete(pos, pos + table.nodeSize);
    else if (kind === 'row') tr.delete(cellPlace(found, top, 0) - 1, cellPlace(found, bottom, 0) - 1);
    else {
      // The last row first: so the places above stay.
      for (let row = table.childCount - 1; row >= 0; row -= 1) {
        tr.delete(cellPlace(found, row, left), cellPlace(found, row, right));
      }
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Whether the first row, or the first column below it, says what the others are. */
export function hasHeader(table: DocNode, kind: 'row' | 'column'): boolean {
  const [first, ...below] = table.children;
  const isHeader = ({ type }: DocNode): boolean => type.name === 'tableHeader';
  const inRow = first?.children.every(isHeader) === true;
  if (kind === 'row') return inRow;
  const names = (inRow ? below : table.children).map((row) => row.child(0));
  return names.length > 0 && names.every(isHeader);
}

export const setHeader =
  (kind: 'row' | 'column', isOn: boolean): Command =>
  (state, dispatch) => {
    const found = tableAt(state);
    const { tableCell, tableHeader } = state.schema.nodes;
    if (found === undefined || tableCell === undefined || tableHeader === undefined) return false;
    const has = { row: hasHeader(found.table, 'row'), column: hasHeader(found.table, 'column'), [kind]: isOn };
    const { tr } = state;
    for (const [row, { children }] of found.table.children.entries()) {
      for (const [column, { attrs }] of children.entries()) {
        const isHeader = (row === 0 && has.row) || (column === 0 && has.column);
        tr.setNodeMarkup(cellPlace(found, row, column), isHeader ? tableHeader : tableCell, attrs);
      }
    }
    dispatch?.(tr);
    return true;
  };

/** How the columns of what is selected are aligned; undefined where they differ, or there is no table. */
export function columnAlign(state: EditorState): string | undefined {
  const found = tableAt(state);
  if (found === undefined) return undefined;
  const cells = found.table.children.flatMap(({ children }) => children.slice(found.left, found.right));
  const aligns = new Set(cells.map(({ attrs }) => String(attrs['textAlign'] ?? 'left')));
  return aligns.size === 1 ? [...aligns][0] : undefined;
}

export const alignColumn =
  (align: string): Command =>
  (state, dispatch) => {
    const found = tableAt(state);
    if (found === undefined) return false;
    const { tr } = state;
    const textAlign = align === 'left' ? null : align;
    for (const row of found.table.children.keys()) {
      const end = Math.min(found.right, found.table.child(row).childCount);
      for (let column = found.left; column < end; column += 1) {
        tr.setNodeAttribute(cellPlace(found, row, column), 'textAlign', textAlign);
      }
    }
    dispatch?.(tr);
    return true;
  };

/** To the next cell; behind the last one to a new row, while the table may have one. */
export function nextCell({ state, view }: Editor, direction: 1 | -1): boolean {
  if (!isInTable(state)) return false;
  if (goToNextCell(direction)(state, view.dispatch)) return true;
  return direction > 0 && addRow('below', 0)(state, view.dispatch);
}

/** Removes a table of which every cell is selected. */
export const deleteWholeTable: Command = (state, dispatch) => {
  const { selection } = state;
  const found = tableAt(state);
  if (!(selection instanceof CellSelection) || found === undefined) return false;
  if (!selection.isRowSelection() || !selection.isColSelection()) return false;
  dispatch?.(state.tr.delete(found.pos, found.pos + found.table.nodeSize));
  return true;
};

/** Rows of empty cells, the first of headers. */
export function tableOf(rows: number, columns: number) {
  const cells = (type: string) => Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] }));
  return {
    type: 'table',
    content: Array.from({ length: rows }, (_, row) => ({
      type: 'tableRow',
      content: cells(row === 0 ? 'tableHeader' : 'tableCell'),
    })),
  };
}
