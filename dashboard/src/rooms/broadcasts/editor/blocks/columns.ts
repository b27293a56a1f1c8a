import { mergeAttributes, Node } from '@tiptap/core';
import { isColor, readableOn } from '../email/colors.js';
import { spaceOf } from '../email/styles.js';

const inside =
  'paragraph | heading | bulletList | orderedList | blockquote | horizontalRule | image | button | socialLinks | savedBlock | spacer | table';

export const Column = Node.create({
  name: 'column',
  content: `(${inside})+`,
  isolating: true,
  // How wide it is beside the others.
  addAttributes: () => ({
    share: {
      default: 1,
      parseHTML: ({ dataset }) => Number(dataset['share'] ?? 1),
      renderHTML: ({ share }) => ({ 'data-share': Number(share), style: `flex-grow: ${Number(share)}` }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-block="column"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-block': 'column' }), 0],
});

/** Two to four beside each other. */
export const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column{2,4}',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-block="columns"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-block': 'columns' }), 0],
});

/** Blocks on a background of their own. */
export const Section = Node.create({
  name: 'section',
  group: 'block',
  content: `(${inside} | columns | htmlBlock)+`,
  defining: true,
  isolating: true,
  addAttributes: () => ({
    background: {
      default: null,
      parseHTML: ({ dataset }) => dataset['background'] ?? null,
      renderHTML: ({ background }) => (isColor(background) ? { 'data-background': background } : {}),
    },
    padding: {
      default: 24,
      parseHTML: ({ dataset }) => Number(dataset['padding'] ?? 24),
      renderHTML: ({ padding }) => ({ 'data-padding': spaceOf('section', padding) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-block="section"]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { background, padding } = node.attrs;
    const colors = isColor(background) ? `; background: ${background}; color: ${readableOn(background)}` : '';
    const style = `padding: ${spaceOf('section', padding)}px${colors}`;
    return ['div', mergeAttributes(HTMLAttributes, { 'data-block': 'section', style }), 0];
  },
});

const emptyColumn = { type: 'column', content: [{ type: 'paragraph' }] };

export const columnsOf = (count: number) => ({
  type: 'columns',
  content: Array.from({ length: count }, () => emptyColumn),
});
