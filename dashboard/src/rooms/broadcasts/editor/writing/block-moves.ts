import type { Node as DocNode } from '@tiptap/pm/model';
import type { Command, Selection } from '@tiptap/pm/state';

/** Neighboring blocks, with those beside them that they can change places with. */
interface Blocks {
  readonly start: number;
  readonly end: number;
  readonly up: DocNode | undefined;
  readonly down: DocNode | undefined;
}

/** What has parts of any order. */
const containers = ['doc', 'section', 'column', 'blockquote', 'bulletList', 'orderedList'];

/** The blocks of a selection, the innermost first. The footer is none of them. */
function blocksIn({ $from, $to }: Selection): readonly Blocks[] {
  const found: Blocks[] = [];
  for (let depth = $from.sharedDepth($to.pos); depth >= 0; depth -= 1) {
    const parent = $from.node(depth);
    const [first, next] = [$from.index(depth), $to.indexAfter(depth)];
    const chosen = parent.children.slice(first, next);
    if (!containers.includes(parent.type.name) || chosen.length === 0) continue;
    if (chosen.some(({ type }) => type.name === 'footer')) break;
    found.push({
      start: $from.posAtIndex(first, depth),
      end: $from.posAtIndex(next, depth),
      up: parent.children[first - 1],
      down: isEnd(parent, next) ? undefined : parent.children[next],
    });
  }
  return found;
}

/** The footer stays the end, and the line above it that is there to go on in stays below all. */
export function isEnd(parent: DocNode, index: number): boolean {
  const [node, after] = parent.children.slice(index, index + 2);
  if (parent.type.name !== 'doc' || node === undefined) return false;
  if (node.type.name === 'footer') return true;
  const isLast = after === undefined || after.type.name === 'footer';
  return isLast && node.type.name === 'paragraph' && node.content.size === 0;
}

/**
 * Moves what is selected past the block above or below it. What is first or last in its list, quote or column moves
 * with the whole of it. `of`: the block to move; what is selected unless given.
 */
export const moveBlocks =
  (direction: 'up' | 'down', of?: Selection): Command =>
  ({ selection, tr }, dispatch) => {
    const blocks = blocksIn(of ?? selection).find((each) => each[direction] !== undefined);
    const passed = blocks?.[direction];
    if (blocks === undefined || passed === undefined) return false;
    const { start, end } = blocks;
    const size = passed.nodeSize;
    // The other one moves, so that the selection stays in what is moved.
    if (direction === 'up') tr.insert(end, passed).delete(start - size, start);
    else tr.insert(start, passed).delete(end + size, end + 2 * size);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Puts a copy of what is selected beside it; the lower of the two is selected. */
export const duplicateBlocks =
  (of?: Selection): Command =>
  ({ doc, selection, tr }, dispatch) => {
    const [blocks] = blocksIn(of ?? selection);
    if (blocks === undefined) return false;
    const { start, end } = blocks;
    dispatch?.(tr.insert(start, doc.slice(start, end).content).scrollIntoView());
    return true;
  };
