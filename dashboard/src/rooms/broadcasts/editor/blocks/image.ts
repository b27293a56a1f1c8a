import { mergeAttributes, Node } from '@tiptap/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';

/** Size of the file itself; null where it is not known. */
const ownPx = { default: null, rendered: false, parseHTML: () => null };

/** A picture at an address. What it shows is written beside it (`alt`). */
export const EmailImage = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    href: { default: '', rendered: false },
    width: { default: 100, rendered: false, parseHTML: () => 100 },
    ...{ ownWidth: ownPx, ownHeight: ownPx },
  }),
  parseHTML: () => [{ tag: 'img[src^="https:"]' }, { tag: 'img[src^="http:"]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { src, alt, ...rest } = HTMLAttributes as Readonly<Record<string, string>>;
    const most = node.attrs['ownWidth'] === null ? '' : `; max-width: ${Number(node.attrs['ownWidth'])}px`;
    const shown = { src, alt: alt || words.noAlt, style: `width: ${Number(node.attrs['width'])}%${most}` };
    return ['div', mergeAttributes(rest, { 'data-block': 'image', 'data-undescribed': alt === '' }), ['img', shown]];
  },
});
