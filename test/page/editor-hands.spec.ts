import { describe, expect, it } from '@jest/globals';
import { getSchema, type JSONContent } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type Command, EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { emailExtensions } from '../../dashboard/src/rooms/broadcasts/editor/blocks/extensions';
import { duplicateBlocks, moveBlocks } from '../../dashboard/src/rooms/broadcasts/editor/writing/block-moves';
import { wordAt } from '../../dashboard/src/rooms/broadcasts/editor/writing/link';
import { selectedText } from '../../dashboard/src/rooms/broadcasts/editor/writing/selected-text';

const schema = getSchema(emailExtensions);
const p = (...words: readonly string[]) => ({
  type: 'paragraph',
  content: words.map((text) => ({ type: 'text', text })),
});
const wrap = (type: string, ...content: readonly JSONContent[]) => ({ type, content: [...content] });
const item = (...content: readonly JSONContent[]) => wrap('listItem', ...content);
const image = { type: 'image', attrs: { src: 'https://example.com/a.png' } };
const footer = { type: 'footer' };

/** The document, with what lies between the places of two words selected, or the first block of a kind. */
function stateOf(content: readonly JSONContent[], [from, to = from]: readonly string[]): EditorState {
  const doc = schema.nodeFromJSON(wrap('doc', ...content));
  const at = (wanted: string): number => {
    let place = -1;
    doc.descendants((node, pos) => {
      if (place < 0 && (node.text === wanted || node.type.name === wanted)) place = pos;
    });
    return place;
  };
  const isBlock = from !== undefined && schema.nodes[from] !== undefined;
  const selection = isBlock
    ? NodeSelection.create(doc, at(from))
    : TextSelection.create(doc, at(from ?? ''), at(to ?? '') + 1);
  return EditorState.create({ doc, selection });
}

/** Short: a word for its text, what it is in around it, `_` for an empty line; in brackets what is selected. */
function drawn({ doc, selection }: EditorState): string {
  const [from, to] = [selection.from, selection.to];
  const draw = (node: DocNode, pos: number): string => {
    if (node.isTextblock) {
      const text = node.textContent || '_';
      return selection instanceof TextSelection && from <= pos + node.nodeSize - 1 && to > pos ? `[${text}]` : text;
    }
    const parts: string[] = [];
    node.forEach((child, offset) => parts.push(draw(child, pos + offset + 1)));
    const name = parts.length > 0 ? `${node.type.name}(${parts.join(' ')})` : node.type.name;
    return selection instanceof NodeSelection && from === pos ? `[${name}]` : name;
  };
  const parts: string[] = [];
  doc.forEach((child, offset) => parts.push(draw(child, offset)));
  return parts.join(' ');
}

function after(command: Command, state: EditorState): string {
  let next = state;
  const isDone = command(state, (tr) => void (next = state.apply(tr)));
  next.doc.check();
  return isDone ? drawn(next) : 'stays';
}

const list = wrap('bulletList', item(p('one')), item(p('two'), wrap('bulletList', item(p('deep')))));
const columns = wrap('columns', wrap('column', p('left'), image), wrap('column', p('right')));

describe('a block', () => {
  it.each([
    ['up', ['b'], [p('a'), p('b'), p('c')], '[b] a c'],
    ['down', ['b'], [p('a'), p('b'), p('c')], 'a c [b]'],
    ['up', ['a'], [p('a'), p('b')], 'stays'],
    ['down', ['b'], [p('a'), p('b')], 'stays'],
    ['down', ['b'], [p('a'), p('b'), footer], 'stays'],
    ['down', ['b'], [p('a'), p('b'), p(), footer], 'stays'],
    ['down', ['a'], [p('a'), p(), p('b'), footer], '_ [a] b footer'],
    ['up', ['footer'], [p('a'), footer], 'stays'],
    ['up', ['b', 'c'], [p('a'), p('b'), p('c'), p('d')], '[b] [c] a d'],
    ['down', ['image'], [image, p('a'), p(), footer], 'a [image] _ footer'],
    ['up', ['two'], [list], 'bulletList(listItem([two] bulletList(listItem(deep))) listItem(one))'],
    ['down', ['one'], [list], 'bulletList(listItem(two bulletList(listItem(deep))) listItem([one]))'],
    ['up', ['one'], [p('a'), list], 'bulletList(listItem([one]) listItem(two bulletList(listItem(deep)))) a'],
    ['down', ['left'], [columns, p('a')], 'columns(column(image [left]) column(right)) a'],
    ['down', ['right'], [columns, p('a')], 'a columns(column(left image) column([right]))'],
    ['down', ['columns'], [columns, p('a')], 'a [columns(column(left image) column(right))]'],
    ['up', ['q'], [p('a'), wrap('blockquote', p('q'), p('r'))], 'blockquote([q] r) a'],
  ] as const)('moves %s: %j', (direction, selected, content, expected) => {
    expect(after(moveBlocks(direction), stateOf(content, selected))).toBe(expected);
  });

  it.each([
    [['b'], [p('a'), p('b'), p('c')], 'a b [b] c'],
    [['a', 'b'], [p('a'), p('b')], 'a b [a] [b]'],
    [['one'], [list], 'bulletList(listItem(one) listItem([one]) listItem(two bulletList(listItem(deep))))'],
    [['image'], [image, footer], 'image [image] footer'],
    [['right'], [columns], 'columns(column(left image) column(right [right]))'],
    [['footer'], [p('a'), footer], 'stays'],
  ] as const)('is duplicated, with the lower one selected: %j', (selected, content, expected) => {
    expect(after(duplicateBlocks(), stateOf(content, selected))).toBe(expected);
  });

  it('is another than the selected one where one is given', () => {
    const state = stateOf([p('a'), image, p('b')], ['a']);
    const given = NodeSelection.create(state.doc, 3);
    expect(after(moveBlocks('down', given), state)).toBe('[a] b image');
    expect(after(duplicateBlocks(given), state)).toBe('[a] image image b');
  });
});

describe('the word at the caret', () => {
  const tag = { type: 'mergeTag', attrs: { key: 'FIRST_NAME' } };
  const line = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Dear ' }, tag, { type: 'text', text: 'l’été -' }],
  };
  const doc = schema.nodeFromJSON(wrap('doc', line, p('next')));
  it.each([
    ['in a word', 3, 'Dear'],
    ['at its end', 5, 'Dear'],
    ['behind a merge tag', 7, 'l’été'],
    ['before a merge tag', 6, undefined],
    ['at the beginning of a line', 1, 'Dear'],
  ])('%s', (_, at, expected) => {
    const word = wordAt(doc.resolve(at));
    expect(word && doc.textBetween(word.from, word.to)).toBe(expected);
  });
});

describe('the menu at a selection', () => {
  const button = wrap('button', { type: 'text', text: 'Go' });
  it.each([
    ['words', ['a', 'b'], [p('a'), p('b')], true],
    ['a block', ['image'], [image], false],
    ['the label of a button, which has one look', ['Go'], [button], false],
    ['spaces', ['  '], [p('  ')], false],
  ] as const)('is there for text that can be formatted: %s', (_, selected, content, expected) => {
    expect(selectedText(stateOf(content, selected)) !== undefined).toBe(expected);
  });

  it('is not there for a caret', () => {
    const { doc } = stateOf([p('a')], ['a']);
    expect(selectedText(EditorState.create({ doc }))).toBeUndefined();
  });
});
