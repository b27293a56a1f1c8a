import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { shownToTypes } from '../blocks/shown-to';
import { shownToAttr } from '../email/shown-to.js';

interface FoundBlock {
  readonly pos: number;
  readonly condition: string | null;
}

/** The blocks that are selected, or the one around the caret: each the outermost. */
export function blocksToShow({ state: { doc, selection } }: Editor): readonly FoundBlock[] {
  const found: FoundBlock[] = [];
  const isBlock = selection instanceof NodeSelection;
  doc.forEach((node, pos) => {
    const isTouched = isBlock
      ? pos <= selection.from && selection.from < pos + node.nodeSize
      : pos < selection.to && selection.from < pos + node.nodeSize;
    const condition: unknown = node.attrs[shownToAttr];
    if (isTouched && shownToTypes.includes(node.type.name))
      found.push({ pos, condition: typeof condition === 'string' ? condition : null });
  });
  return found;
}

/** Says of these blocks who gets them; what is selected stays so. */
export function showTo(editor: Editor, blocks: readonly FoundBlock[], condition: string | null): void {
  editor.commands.command(({ tr }) => {
    for (const { pos } of blocks) tr.setNodeAttribute(pos, shownToAttr, condition);
    return true;
  });
}
