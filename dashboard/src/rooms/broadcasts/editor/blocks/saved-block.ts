import { mergeAttributes, Node } from '@tiptap/core';
import { DOMSerializer, Fragment } from '@tiptap/pm/model';
import type { DOMOutputSpec, Schema } from '@tiptap/pm/model';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { attrsIn } from './objects';

const hidden = (value: unknown) => ({ default: value, rendered: false });

/** Blocks that are the same in each email that has them. They are changed for all at once, and never in their place. */
export const SavedBlock = Node.create({
  name: 'savedBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ blockId: hidden(''), name: hidden(''), version: hidden(1), blocks: hidden([]) }),
  parseHTML: () => [
    {
      tag: 'div[data-block="savedBlock"]',
      priority: 60,
      getAttrs: attrsIn,
    },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { name, blocks } = node.attrs;
    const own = { 'data-block': 'savedBlock', 'data-saved': words.synced(String(name)) };
    const attributes = mergeAttributes(HTMLAttributes, own, { 'data-attrs': JSON.stringify(node.attrs) });
    return ['div', attributes, shown(node.type.schema, blocks)];
  },
});

/** Blocks that only a newer version of the dashboard can draw are kept. */
function shown(schema: Schema, blocks: unknown): DOMOutputSpec {
  try {
    const dom = document.createElement('div');
    dom.append(DOMSerializer.fromSchema(schema).serializeFragment(Fragment.fromJSON(schema, blocks)));
    return { dom };
  } catch {
    return ['span', { class: 'object-hint' }, words.notShown];
  }
}
