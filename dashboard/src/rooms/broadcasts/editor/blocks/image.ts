import { mergeAttributes, Node } from '@tiptap/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';

/** A set width, and the size of the file; null where there is none. */
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
    ...{ widthPx: ownPx, ownWidth: ownPx, ownHeight: ownPx },
  }),
  parseHTML: () => [{ tag: 'img[src^="https:"]' }, { tag: 'img[src^="http:"]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { src, alt, ...rest } = HTMLAttributes as Readonly<Record<string, string>>;
    const { widthPx, ownWidth } = node.attrs;
    const mostPx = widthPx ?? ownWidth;
    const most = mostPx === null ? '' : `; max-width: ${Number(mostPx)}px`;
    const shown = { src, alt: alt || words.noAlt, style: `width: ${Number(node.attrs['width'])}%${most}` };
    return ['div', mergeAttributes(rest, { 'data-block': 'image', 'data-undescribed': alt === '' }), ['img', shown]];
  },
});
