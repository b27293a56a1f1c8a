import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { shownToAttr } from '../email/shown-to.js';

/** Blocks that may be shown to some people alone. */
export const shownToTypes: readonly string[] =
  'paragraph heading bulletList orderedList blockquote horizontalRule image button columns socialLinks htmlBlock savedBlock section spacer table'.split(
    ' ',
  );

/** A block may have a condition; one that has one says so above itself. */
export const ShownTo = Extension.create({
  name: shownToAttr,
  addGlobalAttributes: () => [
    {
      types: [...shownToTypes],
      attributes: {
        [shownToAttr]: {
          default: null,
          parseHTML: (element) => element.getAttribute('data-condition'),
          renderHTML: rendered,
        },
      },
    },
  ],
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const marked: Decoration[] = [];
          doc.descendants((node, pos) => {
            if (typeof node.attrs[shownToAttr] !== 'string') return;
            marked.push(Decoration.node(pos, pos + node.nodeSize, { 'data-shown-to': words.shownToSome }));
          });
          return DecorationSet.create(doc, marked);
        },
      },
    }),
  ],
});

const rendered = (attributes: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const condition = attributes[shownToAttr];
  return typeof condition === 'string' ? { 'data-condition': condition } : {};
};
