import { describe, expect, it } from '@jest/globals';
import { type Editor, getSchema, type JSONContent } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type Command, EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import { placeFor } from '../../dashboard/src/rooms/broadcasts/editor/writing/insertions';
import {
  addColumn,
  addRow,
  alignColumn,
  columnAlign,
  deleteWholeTable,
  nextCell,
  removeLine,
  setHeader,
} from '../../dashboard/src/rooms/broadcasts/editor/writing/table-edits';

const schema = getSchema(emailExtensions);
const p = (text = '') => ({ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) });
const wrap = (type: string, ...content: readonly JSONContent[]) => ({ type, content: [...content] });

/** `#a> b` is a row of a header that is aligned right, and a cell; `_` is an empty one. */
const row = (words: string) =>
  wrap(
    'tableRow',
    ...words.split(' ').map((word) => ({
      type: word.startsWith('#') ? 'tableHeader' : 'tableCell',
      attrs: { textAlign: word.endsWith('>') ? 'right' : null },
      content: [p(word.replace(/[#>_]/g, ''))],
    })),
  );
const table = (...rows: readonly string[]) => wrap('table', ...rows.map(row));

const drawnCell = ({ type, attrs, textContent }: DocNode): string =>
  `${type.name === 'tableHeader' ? '#' : ''}${textContent || '_'}${attrs['textAlign'] === 'right' ? '>' : ''}`;

/** Rows of the first table; in brackets the cell that the caret is in. */
function drawn({ doc, selection }: EditorState): readonly string[] | string {
  const found = doc.children.find(({ type }) => type.name === 'table');
  if (found === undefined) return 'none';
  const inside = selection.$from.depth > 2 ? selection.$from.node(3) : undefined;
  return found.children.map(({ children }) =>
    children.map((cell) => (cell === inside ? `[${drawnCell(cell)}]` : drawnCell(cell))).join(' '),
  );
}

function placeOf(doc: DocNode, word: string): number {
  let place = -1;
  doc.descendants((node, pos) => {
    if (place < 0 && (node.text === word || node.type.name === word)) place = pos;
  });
  return place;
}

/** With the caret before a word, or cells from one to another selected. */
function stateOf(content: readonly JSONContent[], word: string, to?: string): EditorState {
  const doc = schema.nodeFromJSON(wrap('doc', ...content));
  const at = placeOf(doc, word);
  if (schema.nodes[word] !== undefined) return EditorState.create({ doc, selection: NodeSelection.create(doc, at) });
  const selection =
    to === undefined ? TextSelection.create(doc, at) : CellSelection.create(doc, at - 2, placeOf(doc, to) - 2);
  return EditorState.create({ doc, selection });
}

function after(command: Command, state: EditorState) {
  let next = state;
  const isDone = command(state, (tr) => void (next = state.apply(tr)));
  next.doc.check();
  return isDone ? drawn(next) : 'stays';
}

const plans = table('#Plan #Price>', 'Small 9>', 'Large 49>');
const many = (count: number, words: string) => table(...Array.from({ length: count }, () => words));

describe('a table', () => {
  it.each([
    [
      'a row below, aligned as the others',
      addRow('below'),
      [plans],
      '9',
      ['#Plan #Price>', 'Small 9>', '_ [_>]', 'Large 49>'],
    ],
    ['a row above', addRow('above'), [plans], 'Small', ['#Plan #Price>', '[_] _>', 'Small 9>', 'Large 49>']],
    ['no row above its header', addRow('above'), [plans], 'Price', 'stays'],
    ['a row below its header', addRow('below'), [plans], 'Price', ['#Plan #Price>', '_ [_>]', 'Small 9>', 'Large 49>']],
    ['a row below a header alone', addRow('below'), [table('#Plan #Price>')], 'Plan', ['#Plan #Price>', '[_] _>']],
    ['no more rows than 50', addRow('below'), [many(50, 'a b')], 'a', 'stays'],
    ['a column after', addColumn('after'), [plans], 'Small', ['#Plan #_ #Price>', 'Small [_] 9>', 'Large _ 49>']],
    ['a column before', addColumn('before'), [plans], 'Plan', ['[#_] #Plan #Price>', '_ Small 9>', '_ Large 49>']],
    ['no column before its headers', addColumn('before'), [table('#a b', '#c d')], 'a', 'stays'],
    ['no more columns than 6', addColumn('after'), [table('a b c d e f')], 'a', 'stays'],
    ['one row less', removeLine('row'), [plans], 'Small', ['#Plan #Price>', '[Large] 49>']],
    ['one column less', removeLine('column'), [plans], 'Small', ['#Price>', '[9>]', '49>']],
    ['nothing left without its last row', removeLine('row'), [table('a b'), p()], 'a', 'none'],
    ['nothing left without its last column', removeLine('column'), [table('a', 'b'), p()], 'a', 'none'],
    ['no header row', setHeader('row', false), [plans], 'Small', ['Plan Price>', '[Small] 9>', 'Large 49>']],
    ['a header column', setHeader('column', true), [plans], 'Small', ['#Plan #Price>', '[#Small] 9>', '#Large 49>']],
    ['a header column alone', setHeader('column', true), [table('a b', 'c d')], 'a', ['[#a] b', '#c d']],
    ['a column aligned', alignColumn('right'), [table('#a b', 'c d')], 'c', ['#a> b', '[c>] d']],
    ['another row at its end, where all of it is selected', addRow('below'), [table('a b')], 'table', ['a b', '_ [_]']],
  ] as const)('has %s', (_, command, content, word, expected) => {
    expect(after(command, stateOf(content, word))).toEqual(expected);
  });

  it('loses all rows or columns that are selected, and goes with all of its cells', () => {
    expect(after(removeLine('row'), stateOf([plans], 'Small', '49'))).toEqual(['#Plan [#Price>]']);
    expect(after(deleteWholeTable, stateOf([plans, p()], 'Plan', '49'))).toBe('none');
    expect(after(deleteWholeTable, stateOf([plans], 'Small', '49'))).toBe('stays');
  });

  it('says how a column is aligned, where all of it is', () => {
    expect(['Price', 'Small'].map((word) => columnAlign(stateOf([plans], word)))).toEqual(['right', 'left']);
    expect(columnAlign(stateOf([plans], 'Small', '9'))).toBeUndefined();
  });

  it('is gone through by Tab, which adds a row after the last cell', () => {
    const tab = (state: EditorState, direction: 1 | -1): readonly string[] | string => {
      let next = state;
      const view = { dispatch: (tr: Parameters<EditorState['apply']>[0]) => void (next = state.apply(tr)) };
      return nextCell({ state, view } as Editor, direction) ? drawn(next) : 'stays';
    };
    expect(tab(stateOf([table('a b')], 'a'), 1)).toEqual(['a [b]']);
    expect(tab(stateOf([table('a b')], 'b'), 1)).toEqual(['a b', '[_] _']);
    expect(tab(stateOf([table('a b')], 'a'), -1)).toBe('stays');
    expect(tab(stateOf([p('x')], 'x'), 1)).toBe('stays');
  });
});

describe('a block is put in', () => {
  const section = wrap('section', p('in'), p());
  const columns = wrap('columns', wrap('column', p('left')), wrap('column', p('right')));
  it.each([
    ['above a line at its beginning', 'image', [p('one two')], 1, [0, 0]],
    ['below a line, and not into a word', 'image', [p('one two')], 3, [9, 9]],
    ['in the place of an empty line', 'image', [p('one'), p()], 6, [5, 7]],
    ['below a table that the caret is in', 'button', [table('a b'), p()], 5, [14, 14]],
    ['below a list', 'image', [wrap('bulletList', wrap('listItem', p('a'))), p()], 3, [7, 7]],
    ['below a section where it stands in none', 'section', [section, p()], 2, [8, 8]],
    ['in a column where it may', 'table', [columns], 4, [8, 8]],
    ['below columns where it stands in none', 'columns', [columns], 4, [19, 19]],
    ['above the footer', 'image', [p(), { type: 'footer' }], 'footer', [2, 2]],
    ['below a block that is selected', 'image', [{ type: 'image' }, p()], 'image', [1, 1]],
  ] as const)('%s', (_, type, content, at, [from, to]) => {
    const doc = schema.nodeFromJSON(wrap('doc', ...content));
    const selection =
      typeof at === 'string' ? NodeSelection.create(doc, placeOf(doc, at)) : TextSelection.create(doc, at);
    const state = EditorState.create({ doc, selection });
    expect(placeFor(state, [type])).toEqual({ from, to });
  });
});
