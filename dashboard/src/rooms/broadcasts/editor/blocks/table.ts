import { Extension, mergeAttributes, Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { CellSelection, __pastedCells as pastedCells, isInTable, selectedRect, tableEditing } from '@tiptap/pm/tables';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { tableLimits } from '../email/table.js';
import { deleteWholeTable, nextCell } from '../writing/table-edits';

/* Rows of cells without merged ones: what every email client, and the plain text, can show. */

const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

/** What the library of tables reads of a cell. No cell is wider or higher than one. */
const single = { rendered: false, parseHTML: () => 1 };
const spans = {
  colspan: { default: 1, ...single },
  rowspan: { default: 1, ...single },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
};

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'paragraph+',
    isolating: true,
    addAttributes: () => spans,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    extendNodeSchema: () => ({ allowGapCursor: false }),
  });

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => (roles[name] === undefined ? {} : { tableRole: roles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => [
    'table',
    // The first column stands where its words begin.
    mergeAttributes(HTMLAttributes, { 'data-block': 'table', dir: 'auto' }),
    ['tbody', 0],
  ],
  addKeyboardShortcuts() {
    const { editor } = this;
    const removes = (): boolean => deleteWholeTable(editor.state, editor.view.dispatch);
    return {
      Tab: () => nextCell(editor, 1),
      'Shift-Tab': () => nextCell(editor, -1),
      Backspace: removes,
      Delete: removes,
    };
  },
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
  extendNodeSchema: () => ({ allowGapCursor: false }),
});

export const tableExtensions = [Table, TableRow, cell('tableCell', 'td'), cell('tableHeader', 'th')];

interface TableLimitOptions {
  readonly onProblem: (error: Error) => void;
}

/** Cells that are pasted into a table make it grow, but not beyond its limits: then it stays as it was. */
export const TableLimit = Extension.create<TableLimitOptions>({
  name: 'tableLimit',
  addOptions: () => ({ onProblem: () => undefined }),
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handlePaste: ({ state }, _event, slice) => {
            // Into cells that are selected goes what they have room for.
            const isCaret = isInTable(state) && !(state.selection instanceof CellSelection);
            const cells = isCaret ? pastedCells(slice) : null;
            if (cells === null) return false;
            const { top, left } = selectedRect(state);
            const isLarger = top + cells.height > tableLimits.rows || left + cells.width > tableLimits.columns;
            if (isLarger) this.options.onProblem(new Error(words.tableLimit));
            return isLarger;
          },
        },
      }),
    ];
  },
});
