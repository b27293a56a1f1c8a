import { describe, expect, it } from '@jest/globals';
import { getSchema, type JSONContent } from '@tiptap/core';
import { history, undo } from '@tiptap/pm/history';
import type { Node as DocNode } from '@tiptap/pm/model';
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import {
  blocksAround,
  dropPlaces,
  moveBlockTo,
  removeBlockAt,
} from '../../dashboard/src/rooms/broadcasts/editor/writing/block-places';

const schema = getSchema(emailExtensions);
const p = (text = '') => ({ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) });
const wrap = (type: string, ...content: readonly JSONContent[]) => ({ type, content: [...content] });
const columns = wrap('columns', wrap('column', p('left')), wrap('column', p('right')));
const section = wrap('section', p('in'), p('on'));
const table = wrap('table', wrap('tableRow', wrap('tableCell', p('cell'))));
const footer = { type: 'footer' };
const docOf = (...content: readonly JSONContent[]): DocNode => schema.nodeFromJSON(wrap('doc', ...content));

/** A block by its kind or the text of its line. */
function blockIn(doc: DocNode, name: string) {
  let found = { pos: -1, node: doc };
  doc.descendants((node, pos) => {
    const isIt = node.type.name === name || (node.isTextblock && node.textContent === name);
    if (found.pos < 0 && isIt) found = { pos, node };
  });
  return found;
}

/** Short: text for a line, `_` for an empty one, the kind and what is in it for others. */
const drawn = (node: DocNode): string =>
  node.isTextblock
    ? node.textContent || '_'
    : `${node.type.name}${node.childCount === 0 ? '' : `(${node.children.map(drawn).join(' ')})`}`;
const drawnDoc = (doc: DocNode): string => doc.children.map(drawn).join(' ');

/** What comes of each place that a block may be dropped at. */
function drops(name: string, ...content: readonly JSONContent[]): readonly string[] {
  const state = EditorState.create({ doc: docOf(...content) });
  const block = blockIn(state.doc, name);
  return dropPlaces(state.doc, block).map(({ at }) => {
    let next = state;
    moveBlockTo(block, at)(state, (tr) => void (next = state.apply(tr)));
    next.doc.check();
    return drawnDoc(next.doc);
  });
}

describe('a block that is dragged', () => {
  it.each([
    [
      'a line among others, above the footer',
      'a',
      [p('a'), p('b'), p('c'), p(), footer],
      ['b a c _ footer', 'b c a _ footer'],
    ],
    ['not below the line that is there to go on in', 'a', [p('a'), p(), footer], []],
    [
      'a line into each column and out of them',
      'a',
      [p('a'), columns, p()],
      [
        'columns(column(a left) column(right)) _',
        'columns(column(left a) column(right)) _',
        'columns(column(left) column(a right)) _',
        'columns(column(left) column(right a)) _',
        'columns(column(left) column(right)) a _',
      ],
    ],
    [
      'what a column holds alone: an empty line stays',
      'left',
      [columns, p()],
      [
        'left columns(column(_) column(right)) _',
        'columns(column(_) column(left right)) _',
        'columns(column(_) column(right left)) _',
        'columns(column(_) column(right)) left _',
      ],
    ],
    [
      'columns into a section, and not into one another',
      'columns',
      [columns, section, columns, p()],
      [
        'section(columns(column(left) column(right)) in on) columns(column(left) column(right)) _',
        'section(in columns(column(left) column(right)) on) columns(column(left) column(right)) _',
        'section(in on columns(column(left) column(right))) columns(column(left) column(right)) _',
        'section(in on) columns(column(left) column(right)) columns(column(left) column(right)) _',
        'section(in on) columns(column(left) column(right)) columns(column(left) column(right)) _',
      ],
    ],
    [
      'a table, whole',
      'table',
      [p('a'), table, p('b'), p()],
      ['table(tableRow(tableCell(cell))) a b _', 'a b table(tableRow(tableCell(cell))) _'],
    ],
    ['a section, not into itself', 'section', [section, p('a'), p()], ['a section(in on) _']],
  ] as const)('goes where it may stand: %s', (_, name, content, expected) => {
    expect(drops(name, ...content)).toEqual(expected);
  });

  it('is back by one step of undoing, which takes nothing of what was typed before', () => {
    let state = EditorState.create({ doc: docOf(p('a'), p('b'), p()), plugins: [history()] });
    const dispatch = (tr: Parameters<EditorState['apply']>[0]) => void (state = state.apply(tr));
    dispatch(state.tr.insertText('!', 2));
    moveBlockTo(blockIn(state.doc, 'a!'), 7)(state, dispatch);
    expect(drawnDoc(state.doc)).toBe('b a! _');
    undo(state, dispatch);
    expect(drawnDoc(state.doc)).toBe('a! b _');
  });

  it('stays where it was when the email changed meanwhile', () => {
    const doc = docOf(p('a'), p('b'), p());
    const block = blockIn(doc, 'a');
    const later = EditorState.create({ doc: docOf(p('x'), p('a'), p('b'), p()) });
    expect(moveBlockTo(block, 6)(later)).toBe(false);
    expect(removeBlockAt(block)(later)).toBe(false);
  });
});

it('a block that is removed leaves an empty line where nothing else is', () => {
  const after = (name: string, ...content: readonly JSONContent[]) => {
    const state = EditorState.create({ doc: docOf(...content) });
    let next = state;
    removeBlockAt(blockIn(state.doc, name))(state, (tr) => void (next = state.apply(tr)));
    return drawnDoc(next.doc);
  };
  expect(after('left', columns, p())).toBe('columns(column(_) column(right)) _');
  expect(after('a', p('a'), p())).toBe('_');
});

it.each([
  ['a line in columns in a section', [wrap('section', columns)], 'left', ['section', 'columns', 'paragraph']],
  ['a cell', [table], 'cell', ['table']],
  ['an item', [wrap('bulletList', wrap('listItem', p('one')))], 'one', ['bulletList']],
  ['a block that is selected', [{ type: 'image' }, p()], 'image', ['image']],
  ['the footer, which stays', [p('a'), footer], 'footer', []],
] as const)('has a handle, and each that it is in: %s', (_, content, name, expected) => {
  const doc = docOf(...content);
  const { pos, node } = blockIn(doc, name);
  const selection = node.isTextblock ? TextSelection.create(doc, pos + 1) : NodeSelection.create(doc, pos);
  expect(blocksAround(doc, selection.$from).map(({ node: found }) => found.type.name)).toEqual(expected);
});
