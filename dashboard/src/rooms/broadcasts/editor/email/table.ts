import { mixed } from './colors.js';
import { colored } from './dark.js';
import { alignedBy, direction, isFromRight, lettersIn } from './direction.js';
import { alignOf, type DocumentNode } from './document.js';
import { inlineHtml } from './inline-html.js';
import { spaced, styled } from './markup.js';
import type { Frame } from './styles.js';

/* A table of data: it is read out as one, with what each cell stands under. */

/** What a table may have in the editor: with more columns a phone has no room for words. */
export const tableLimits = { rows: 50, columns: 6 } as const;

const cellClass = 'cell';
/** Its words fit beside one another in a window, and not on a phone. */
const wideClass = 'wide-cell';

/** On a phone there is more room for what cells say. */
export const cellStyles = (html: string): string =>
  html.includes(` class="${cellClass} `)
    ? `@media (max-width:480px){.${cellClass}{padding:6px 4px!important;font-size:14px!important}.${wideClass}{word-break:break-word!important}}`
    : '';

const cellsOf = ({ content = [] }: DocumentNode): readonly DocumentNode[] => content;
const isHeader = ({ type }: DocumentNode): boolean => type === 'tableHeader';

/** Whether the first row says what its columns are. */
const hasHeaderRow = ([first]: readonly DocumentNode[]): boolean =>
  first !== undefined && cellsOf(first).length > 0 && cellsOf(first).every(isHeader);

export function tableHtml(node: DocumentNode, frame: Frame): string {
  const { content: rows = [] } = node;
  const isUnderHeader = hasHeaderRow(rows);
  const words = wordsIn(rows, frame);
  const written = rows.map((row, place) => {
    const isHead = isUnderHeader && place === 0;
    return `<tr>${cellsOf(row)
      .map((cell) => cellHtml(cell, isHead, frame, words))
      .join('')}</tr>`;
  });
  const fromRight = isFromRight(lettersIn(node));
  const style = fromRight ? styled({ 'text-align': 'right' }) : '';
  const table = `<table role="table" border="0" cellpadding="0" cellspacing="0" width="100%"${direction(fromRight)}${style}>`;
  return spaced(`${table}${written.join('\n')}</table>`, 16);
}

/** Where the words of a table fit beside one another; elsewhere they are divided rather than wider than a phone. */
type WordRoom = 'phone' | 'window' | 'none';

/** Signs of a word that no column is too narrow for. */
const longWord = 16;

/** The longest word of a cell, in signs; 0 where it may be divided, as an address and what stands for a value. */
function wordLength(cell: DocumentNode): number {
  const words = lettersIn(cell).split(/[\s\u00ad–-]+/);
  const longest = Math.max(0, ...words.map((word) => [...word].length));
  return longest > longWord || hasTag(cell) ? 0 : longest;
}

const hasTag = ({ type, text = '', content = [] }: DocumentNode): boolean =>
  type === 'mergeTag' || text.includes('{{{') || content.some(hasTag);

function wordsIn(rows: readonly DocumentNode[], { styles, widthPx }: Frame): WordRoom {
  const columns = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  const lengths = Array.from({ length: columns }, (_, at) =>
    Math.max(
      0,
      ...rows.map((row) => {
        const cell = cellsOf(row)[at];
        return cell === undefined ? 0 : wordLength(cell);
      }),
    ),
  );
  const px = (signPx: number, paddingPx: number): number =>
    lengths.reduce((sum, length) => sum + length * signPx + paddingPx, 0);
  // What a window of 320 px leaves in the sheet, less what is around the table there, too.
  const phonePx = 256 - Math.min(80, styles.width - 64 - widthPx);
  if (px(8, 8) <= phonePx) return 'phone';
  return px(9.5, 16) <= widthPx ? 'window' : 'none';
}

function cellHtml(cell: DocumentNode, isHead: boolean, frame: Frame, words: WordRoom): string {
  const { styles, ink, around } = frame;
  const [tag, scope] = isHeader(cell) ? ['th', ` scope="${isHead ? 'col' : 'row'}"`] : ['td', ''];
  const lines = cellsOf(cell).map((line) => {
    const html = inlineHtml(line.content ?? [], styles);
    return around?.(line, html) ?? html;
  });
  const fromRight = isFromRight(lettersIn(cell));
  const isWhole = words !== 'none' && wordLength(cell) > 0;
  const line = mixed(styles.text, styles.surface, isHead ? 0.5 : 0.18);
  const style = {
    padding: '8px',
    'border-bottom': `${isHead ? 2 : 1}px solid ${line}`,
    'font-size': '16px',
    'line-height': '1.5',
    'font-weight': isHeader(cell) ? 'bold' : undefined,
    'word-break': isWhole ? 'normal' : undefined,
    // The words of a header stand in the middle unless it is said where.
    'text-align': alignedBy(fromRight, alignOf(cell)) ?? 'left',
    color: ink,
  };
  const wide = isWhole && words === 'window' ? [wideClass] : [];
  const colors = colored({ line, ...(ink === undefined ? {} : { text: ink }) }, cellClass, ...wide);
  return `<${tag}${scope} valign="top"${direction(fromRight)}${colors}${styled(style)}>${lines.join('<br>') || '&nbsp;'}</${tag}>`;
}

/** Signs of a line that no email client breaks. */
const lineLength = 72;
const gap = '  ';

/** Columns one below the other where a line has room for them; else each row on lines of its own. */
export function tableText(node: DocumentNode, inlineText: (nodes: readonly DocumentNode[]) => string): string {
  const { content: rows = [] } = node;
  const textOfCell = (cell: DocumentNode): string =>
    cellsOf(cell)
      .map(({ content = [] }) => inlineText(content))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  const texts = rows.map((row) => cellsOf(row).map(textOfCell)).filter((row) => row.some(Boolean));
  const [names = []] = texts;
  const widths = names.map((_, at) => Math.max(1, ...texts.map((row) => [...(row[at] ?? '')].length)));
  const hasHeader = hasHeaderRow(rows);
  if (widths.reduce((sum, width) => sum + width + gap.length, -gap.length) > lineLength) {
    const below = hasHeader ? texts.slice(1) : texts;
    return below.map((row) => (hasHeader ? named(row, names) : row.filter(Boolean).join(' | '))).join('\n\n');
  }
  const aligned = rows[hasHeader ? 1 : 0] ?? { type: 'tableRow' };
  const isRight = cellsOf(aligned).map((cell) => alignOf(cell) === 'right');
  const padded = (row: readonly string[]): string =>
    widths
      .map((width, at) => {
        const text = row[at] ?? '';
        const room = ' '.repeat(width - [...text].length);
        return isRight[at] === true ? `${room}${text}` : `${text}${room}`;
      })
      .join(gap)
      .trimEnd();
  const lines = texts.map(padded);
  const rule = widths.map((width) => '-'.repeat(width)).join(gap);
  return hasHeader ? [lines[0], rule, ...lines.slice(1)].join('\n') : lines.join('\n');
}

const named = (row: readonly string[], names: readonly string[]): string =>
  row
    .map((text, at) => [names[at] ?? '', text])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (name === '' ? text : `${name}: ${text}`))
    .join('\n');
