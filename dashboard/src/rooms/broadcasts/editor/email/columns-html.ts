import { type DocumentNode, numberAttr } from './document.js';
import { forOutlook, layoutTable, styled } from './markup.js';
import { type Frame, isRightToLeft } from './styles.js';

const gapPx = 20;

const columnClass = 'column';
const phonePx = 480;

/**
 * On a phone columns are as wide as it is; where there is a little less room than they want, they share it. Without a
 * style sheet they stack there, at their own width.
 */
export function columnStyles(html: string): string {
  const parts = [...new Set([...html.matchAll(/ part-(\d+)"/g)].map(([, part = '']) => Number(part)))];
  const shared = parts.map((part) => `.part-${part}{width:${part / 100}%!important}`).join('');
  const onPhone = `.${columnClass}{max-width:100%!important}.${columnClass}-inside{padding:0!important}`;
  return parts.length === 0
    ? ''
    : `@media (max-width:${phonePx}px){${onPhone}}@media (min-width:${phonePx + 1}px){${shared}}`;
}

/**
 * Boxes in a line: those that have no room go below, also where no style sheet is read. Outlook knows none, and gets
 * cells of the same px.
 */
export function columnsHtml(
  { content = [] }: DocumentNode,
  frame: Frame,
  blocksHtml: (nodes: readonly DocumentNode[], frame: Frame) => string,
): string {
  const before = isRightToLeft(frame.styles.language);
  const widths = columnWidths(content, frame.widthPx);
  const boxes = content.map((column, place) => {
    const widthPx = widths[place] ?? 0;
    const gap = place === content.length - 1 ? 0 : gapPx;
    const inner = blocksHtml(column.content ?? [], { ...frame, widthPx });
    const padding = gap === 0 ? '0' : before ? `0 0 0 ${gap}px` : `0 ${gap}px 0 0`;
    const cell = `<td class="${columnClass}-inside"${styled({ padding })}>${inner}</td>`;
    const box = {
      display: 'inline-block',
      width: '100%',
      'max-width': `${widthPx + gap}px`,
      'vertical-align': 'top',
    };
    // In hundredths of a percent.
    const part = Math.floor(((widthPx + gap) / frame.widthPx) * 10_000);
    const outer = `<div class="${columnClass} part-${part}"${styled(box)}>${layoutTable(' width="100%"', `<tr>${cell}</tr>`)}</div>`;
    return `${forOutlook(`<td width="${widthPx + gap}" valign="top">`)}${outer}${forOutlook('</td>')}`;
  });
  const [open, close] = [
    `<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="${frame.widthPx}"><tr>`,
    '</tr></table>',
  ];
  // A blank between the boxes would be as wide as one of the text.
  const row = `<td>${forOutlook(open)}${boxes.join('')}${forOutlook(close)}</td>`;
  return layoutTable(' width="100%"', `<tr>${row}</tr>`);
}

/** Px of what each column holds, by the shares that they have; they and the gaps are as wide as the row. */
export function columnWidths(columns: readonly DocumentNode[], rowPx: number): readonly number[] {
  const shares = columns.map((column) => Math.max(1, numberAttr(column, 'share', 1)));
  const wholePx = rowPx - gapPx * (columns.length - 1);
  const all = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => Math.floor((wholePx * share) / all));
  const left = wholePx - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, place) => (place < left ? width + 1 : width));
}
