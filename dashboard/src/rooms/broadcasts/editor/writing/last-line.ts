import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/** There is always a line above the footer to go on in, also below columns or an image. Empty, it is not sent. */
export const LastLine = Extension.create({
  name: 'lastLine',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, schema, tr }) => {
        const { paragraph } = schema.nodes;
        const at = endOfBlocks(doc);
        const last = doc.resolve(at).nodeBefore;
        const isChanged = transactions.some(({ docChanged }) => docChanged);
        if (!isChanged || paragraph === undefined || last?.type === paragraph) return null;
        return tr.insert(at, paragraph.create());
      },
    }),
  ],
});

const endOfBlocks = (doc: DocNode): number =>
  doc.content.size - (doc.lastChild?.type.name === 'footer' ? doc.lastChild.nodeSize : 0);
