import { Extension, Mark } from '@tiptap/core';
import { isColor } from '../email/colors.js';
import { textSizesPx } from '../email/styles.js';

const alignments = ['left', 'center', 'right'] as const;
export type Alignment = (typeof alignments)[number];

/** Blocks that stand left, in the middle or right. */
export const alignedTypes = ['paragraph', 'heading', 'image', 'button', 'socialLinks'];

const isAlignment = (value: unknown): value is Alignment => alignments.some((each) => each === value);

export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes: () => [
    {
      types: [...alignedTypes, 'tableCell', 'tableHeader'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: ({ style }) => (isAlignment(style.textAlign) ? style.textAlign : null),
          renderHTML: ({ textAlign }) => (isAlignment(textAlign) ? { style: `text-align: ${textAlign}` } : {}),
        },
      },
    },
  ],
});

/** A part of a text with a color or a size of its own. What is pasted brings neither. */
export const TextLook = Mark.create({
  name: 'textStyle',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: ({ dataset }) => dataset['color'] ?? null,
      renderHTML: ({ color }) => (isColor(color) ? { 'data-color': color, style: `color: ${color}` } : {}),
    },
    size: {
      default: null,
      parseHTML: ({ dataset }) => Number(dataset['size']) || null,
      renderHTML: ({ size }) =>
        textSizesPx.some((px) => px === size)
          ? { 'data-size': Number(size), style: `font-size: ${Number(size)}px` }
          : {},
    },
  }),
  parseHTML: () => [{ tag: 'span[data-color]' }, { tag: 'span[data-size]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});
