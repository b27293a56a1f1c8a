import { Extension } from '@tiptap/core';

const alignments = ['left', 'center', 'right'] as const;
export type Alignment = (typeof alignments)[number];

/** Blocks that stand left, in the middle or right. */
export const alignedTypes = ['paragraph', 'heading', 'image', 'button', 'socialLinks'];

const isAlignment = (value: unknown): value is Alignment => alignments.some((each) => each === value);

export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes: () => [
    {
      types: alignedTypes,
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
