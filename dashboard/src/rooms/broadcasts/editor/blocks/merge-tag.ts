import { InputRule, mergeAttributes, Node, PasteRule } from '@tiptap/core';
import { tagText } from '../email/markup.js';

const typedTag = /\{\{\{\s*([A-Za-z_][A-Za-z0-9_.]{0,49})\s*(?:\|([^{}]*))?\}\}\}$/;
const pastedTag = /\{\{\{\s*([A-Za-z_][A-Za-z0-9_.]{0,49})\s*(?:\|([^{}]*))?\}\}\}/g;

const attrsOf = ([, key = '', fallback = '']: readonly string[]) => ({ key, fallback });

/** A value of the contact, with what stands for it where it is missing. Typed or pasted in braces it becomes one. */
export const MergeTag = Node.create({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ key: { default: '' }, fallback: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-merge-tag]',
      getAttrs: ({ dataset }) => ({ key: dataset['mergeTag'] ?? '', fallback: dataset['fallback'] ?? '' }),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { key, fallback } = node.attrs as { readonly key: string; readonly fallback: string };
    const { key: _key, fallback: _fallback, ...rest } = HTMLAttributes as Record<string, unknown>;
    return [
      'span',
      mergeAttributes(rest, { 'data-merge-tag': key, 'data-fallback': fallback, class: 'merge-tag' }),
      fallback === '' ? key : `${key} | ${fallback}`,
    ];
  },
  renderText: ({ node }) => tagText(String(node.attrs['key']), String(node.attrs['fallback'])),
  addInputRules() {
    return [
      new InputRule({
        find: typedTag,
        handler: ({ state, range, match }) =>
          void state.tr.replaceWith(range.from, range.to, this.type.create(attrsOf(match))),
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: pastedTag,
        handler: ({ state, range, match }) =>
          void state.tr.replaceWith(range.from, range.to, this.type.create(attrsOf(match))),
      }),
    ];
  },
});
