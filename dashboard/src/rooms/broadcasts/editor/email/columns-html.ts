import type { DocumentNode } from './document.js';
import { layoutTable, styled } from './markup.js';
import type { Frame } from './styles.js';

const gapPx = 20;

/** The class by which a style sheet puts columns below one another on phones. Without it they stay side by side. */
export const columnClass = 'column';

/** Cells of one row: mail programs know no other columns. */
export function columnsHtml(
  { content = [] }: DocumentNode,
  frame: Frame,
  blocksHtml: (nodes: readonly DocumentNode[], frame: Frame) => string,
): string {
  const count = Math.max(1, content.length);
  const widthPx = Math.floor((frame.widthPx - gapPx * (count - 1)) / count);
  const cells = content.map((column, place) => {
    // Each cell is as wide as the others, and so is what is left in it.
    const [before, after] = [place, count - 1 - place].map((gaps) => Math.round((gapPx * gaps) / count));
    const padding = `0 ${after}px 0 ${before}px`;
    const attributes = ` class="${columnClass}" width="${Math.floor(100 / count)}%" valign="top"`;
    const inner = blocksHtml(column.content ?? [], { ...frame, widthPx });
    return `<td${attributes}${styled({ padding, 'vertical-align': 'top' })}>${inner}</td>`;
  });
  return layoutTable(' width="100%"', `<tr>${cells.join('')}</tr>`);
}
