import type { Editor } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { NodeSelection, type Selection, TextSelection } from '@tiptap/pm/state';
import { blockAt, type HtmlSpot } from '../email/block-at.js';
import { isColor } from '../email/colors.js';
import type { EmailDocument } from '../email/document.js';

/** Kinds of blocks that have settings. */
const settable = [
  'image',
  'button',
  'columns',
  'socialLinks',
  'htmlBlock',
  'footer',
  'mergeTag',
  'horizontalRule',
  'savedBlock',
  'section',
  'spacer',
  'table',
] as const;
export type SettableType = (typeof settable)[number];

export interface SelectedBlock {
  readonly type: SettableType;
  readonly pos: number;
  readonly attrs: Readonly<Record<string, unknown>>;
}

const settableOf = (name: string): SettableType | undefined => settable.find((each) => each === name);

/** The block that is selected, or around the caret. */
export function selectedBlock({ state }: Editor): SelectedBlock | undefined {
  const { selection } = state;
  if (selection instanceof NodeSelection) {
    const type = settableOf(selection.node.type.name);
    if (type !== undefined) return { type, pos: selection.from, attrs: selection.node.attrs };
  }
  const { $from } = selection;
  for (let { depth } = $from; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    const type = settableOf(node.type.name);
    if (type !== undefined) return { type, pos: $from.before(depth), attrs: node.attrs };
  }
  return undefined;
}

/** Changes a block and leaves it selected. */
export function changeBlock(editor: Editor, { pos, attrs }: SelectedBlock, change: Readonly<Record<string, unknown>>) {
  editor.commands.command(({ tr }) => {
    const wasSelected = tr.selection instanceof NodeSelection && tr.selection.from === pos;
    tr.setNodeMarkup(pos, undefined, { ...attrs, ...change });
    if (wasSelected) tr.setSelection(NodeSelection.create(tr.doc, pos));
    return true;
  });
}

export function removeBlock(editor: Editor, { pos }: SelectedBlock): void {
  const node = editor.state.doc.nodeAt(pos);
  if (node === null) return;
  editor
    .chain()
    .focus()
    .deleteRange({ from: pos, to: pos + node.nodeSize })
    .run();
}

/** The address of the link around the caret; undefined where there is none. */
export function linkAround(editor: Editor): string | undefined {
  return editor.isActive('link') ? String(editor.getAttributes('link')['href'] ?? '') : undefined;
}

/** How many columns a block has. */
export const columnCount = (editor: Editor, { pos }: SelectedBlock): number =>
  editor.state.doc.nodeAt(pos)?.childCount ?? 0;

/** Adds empty columns, or puts what the last ones hold into the one before. */
export function setColumnCount(editor: Editor, { pos }: SelectedBlock, count: number): void {
  const node = editor.state.doc.nodeAt(pos);
  if (node === null) return;
  const { column, paragraph } = editor.schema.nodes;
  const kept = node.children.slice(0, count);
  const content = node.children.slice(count).flatMap(({ children }) => children);
  const last = kept.at(-1);
  const columns = [
    ...kept.slice(0, -1),
    ...(last === undefined ? [] : [last.copy(last.content.append(last.type.create(null, content).content))]),
    ...Array.from({ length: Math.max(0, count - kept.length) }, () => column?.create(null, paragraph?.create())),
  ].filter((each) => each !== undefined);
  editor.view.dispatch(editor.state.tr.replaceWith(pos, pos + node.nodeSize, node.type.create(node.attrs, columns)));
}

/** Selects the block that a place in the html of the document is made from, and brings it into sight. */
export function showPlace({ state, view }: Editor, document: EmailDocument, spot: HtmlSpot): void {
  const path = blockAt(document, spot);
  const found = path && selectionOf(state.doc, path);
  if (found === undefined) return;
  view.focus();
  view.dispatch(state.tr.setSelection(found));
  const dom = view.domAtPos(found.from + 1).node;
  (dom instanceof Element ? dom : dom.parentElement)?.scrollIntoView({ block: 'center' });
}

/** The words of a block of text, or the block. @returns undefined where there is none. */
export function selectionOf(doc: DocNode, path: readonly number[]): Selection | undefined {
  let [node, pos] = [doc, -1];
  for (const index of path) {
    const inside = node.maybeChild(index);
    if (inside === null) return undefined;
    pos += 1 + node.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
    node = inside;
  }
  return node.isTextblock
    ? TextSelection.create(doc, pos + 1, pos + 1 + node.content.size)
    : NodeSelection.create(doc, pos);
}

/** How wide the columns are beside one another, as `2:1`. */
export const columnShares = (editor: Editor, { pos }: SelectedBlock): string =>
  (editor.state.doc.nodeAt(pos)?.children ?? []).map(({ attrs }) => String(attrs['share'] ?? 1)).join(':');

export function setColumnShares(editor: Editor, { pos }: SelectedBlock, shares: string): void {
  const { tr } = editor.state;
  let at = pos + 1;
  for (const [place, column] of (tr.doc.nodeAt(pos)?.children ?? []).entries()) {
    tr.setNodeAttribute(at, 'share', Number(shares.split(':')[place] ?? 1));
    at += column.nodeSize;
  }
  editor.view.dispatch(tr);
}

/** The background that the selection stands on. */
export function backgroundAt({ state: { selection } }: Editor, surface: string): string {
  const { $from } = selection;
  for (let { depth } = $from; depth > 0; depth -= 1) {
    const background: unknown = $from.node(depth).attrs['background'];
    if ($from.node(depth).type.name === 'section' && isColor(background)) return background;
  }
  return surface;
}
