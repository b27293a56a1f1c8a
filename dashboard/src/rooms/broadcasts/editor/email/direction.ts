import type { DocumentNode } from './document.js';

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const letter = /\p{L}/u;

/** Whether the first letter is of a script that is read from the right: browsers judge so by `dir="auto"`. */
export function isFromRight(text: string): boolean {
  const [first = ''] = letter.exec(text) ?? [];
  return rightToLeft.test(first);
}

/** The text of a block and what is in it, without merge tags: what stands there is another for each person. */
export const lettersIn = ({ text = '', content = [] }: DocumentNode): string =>
  text === '' ? content.map(lettersIn).join(' ') : text.replace(/\{\{\{[^{}]*\}\}\}/g, '');

/** How a block is aligned that says nothing of it: `dir` alone is not understood everywhere. */
export const alignedBy = (fromRight: boolean, align: string | undefined): string | undefined =>
  align ?? (fromRight ? 'right' : undefined);

export const direction = (fromRight: boolean): string => (fromRight ? ' dir="rtl"' : '');
