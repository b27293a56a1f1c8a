import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocNode, ResolvedPos } from '@tiptap/pm/model';
import { type Command, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';
import { isEnd } from './block-moves';

/** What has blocks that can be taken out of it, and put into another one. */
const holders = ['doc', 'section', 'column'];

export interface PlacedBlock {
  readonly pos: number;
  readonly node: DocNode;
}

/** The blocks around a place that can be moved, the outermost first. The footer is none of them. */
export function blocksAround(doc: DocNode, $at: ResolvedPos): readonly PlacedBlock[] {
  const found: PlacedBlock[] = [];
  for (let depth = 0; depth <= $at.depth; depth += 1) {
    if (!holders.includes($at.node(depth).type.name)) continue;
    const pos = depth === $at.depth ? $at.pos : $at.before(depth + 1);
    const node = doc.nodeAt(pos);
    if (node !== null && node.isBlock && node.type.name !== 'footer' && node.type.name !== 'column') {
      found.push({ pos, node });
    }
  }
  return found;
}

/** A place between two blocks. */
export interface DropPlace {
  readonly at: number;
  /** What it is in. */
  readonly holder: PlacedBlock | undefined;
  readonly depth: number;
  readonly above: PlacedBlock | undefined;
  readonly below: PlacedBlock | undefined;
}

/** Where else a block may stand: beside all others, also in sections and columns, but not in itself. */
export function dropPlaces(doc: DocNode, moved: PlacedBlock): readonly DropPlace[] {
  const places: DropPlace[] = [];
  const end = moved.pos + moved.node.nodeSize;
  const visit = (holder: PlacedBlock | undefined, depth: number): void => {
    const parent = holder?.node ?? doc;
    let at = holder === undefined ? 0 : holder.pos + 1;
    let above: PlacedBlock | undefined;
    const isAllowed = parent.type.contentMatch.matchType(moved.node.type) !== null;
    const add = (below: PlacedBlock | undefined): void => {
      if (isAllowed && at !== moved.pos && at !== end) places.push({ at, holder, depth, above, below });
    };
    for (const [index, node] of parent.children.entries()) {
      const block = { pos: at, node };
      if (holders.includes(parent.type.name)) add(block);
      // Below it is the footer, or the line that is there to go on in.
      if (isEnd(parent, index)) return;
      if (at !== moved.pos && !node.isTextblock && !node.isAtom) visit(block, depth + 1);
      above = block;
      at += node.nodeSize;
    }
    if (holders.includes(parent.type.name)) add(undefined);
  };
  visit(undefined, 0);
  return places;
}

/** Takes a block away. What held it alone gets an empty line, which the schema asks for. */
const taken = (tr: Transaction, { pos, node }: PlacedBlock): Transaction => tr.delete(pos, pos + node.nodeSize);

/** Undone in one step, apart from what was typed just before. */
export const moveBlockTo =
  (block: PlacedBlock, at: number): Command =>
  (state, dispatch) => {
    if (state.doc.nodeAt(block.pos) !== block.node) return false;
    const tr = taken(closeHistory(state.tr), block);
    const place = tr.mapping.map(at);
    tr.insert(place, block.node);
    dispatch?.(tr.setSelection(selectionOfBlock(tr.doc, place)).scrollIntoView());
    return true;
  };

export const removeBlockAt =
  (block: PlacedBlock): Command =>
  (state, dispatch) => {
    if (state.doc.nodeAt(block.pos) !== block.node) return false;
    dispatch?.(taken(closeHistory(state.tr), block));
    return true;
  };

/** The whole of a block, or the beginning of a line of text. */
export function selectionOfBlock(doc: DocNode, pos: number): Selection {
  const node = doc.nodeAt(pos);
  return node === null || node.isTextblock ? Selection.near(doc.resolve(pos + 1)) : NodeSelection.create(doc, pos);
}
