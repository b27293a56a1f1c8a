import { mergeAttributes, Node } from '@tiptap/core';

const inside =
  '(paragraph | heading | bulletList | orderedList | blockquote | horizontalRule | image | button | socialLinks | savedBlock)+';

export const Column = Node.create({
  name: 'column',
  content: inside,
  isolating: true,
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

const emptyColumn = { type: 'column', content: [{ type: 'paragraph' }] };

export const columnsOf = (count: number) => ({
  type: 'columns',
  content: Array.from({ length: count }, () => emptyColumn),
});
