import { columnsHtml } from './columns-html.js';
import { colored } from './dark.js';
import { alignedBy, direction, isFromRight, lettersIn } from './direction.js';
import { alignOf, colorAttr, type DocumentNode, numberAttr, savedIn, textAttr } from './document.js';
import { inlineHtml } from './inline-html.js';
import { layoutTable, spaced, styled } from './markup.js';
import { conditionalHtml } from './shown-to.js';
import { buttonHtml, dividerHtml, footerHtml, imageHtml, socialHtml, spacerHtml } from './object-html.js';
import { type Frame, spaceOf, stylesOn } from './styles.js';
import { tableHtml } from './table.js';

type BlockHtml = (node: DocumentNode, frame: Frame) => string;

/** Each kind of block; what is not among them is left out. */
const kinds: Readonly<Record<string, BlockHtml>> = {
  paragraph,
  heading,
  bulletList: (node, frame) => list('ul', node, frame),
  orderedList: (node, frame) => list('ol', node, frame),
  blockquote,
  horizontalRule: dividerHtml,
  image: imageHtml,
  button: buttonHtml,
  columns: (node, frame) => columnsHtml(node, frame, blocksHtml),
  socialLinks: socialHtml,
  section,
  table: tableHtml,
  spacer: spacerHtml,
  htmlBlock: (node) => textAttr(node, 'html'),
  savedBlock: (node, frame) => blocksHtml(savedIn(node), frame),
  footer: footerHtml,
};

export const blocksHtml = (nodes: readonly DocumentNode[], frame: Frame): string =>
  nodes.map((node) => blockHtml(node, frame)).join('\n');

function blockHtml(node: DocumentNode, frame: Frame): string {
  const html = conditionalHtml(node, kinds[node.type]?.(node, frame) ?? '');
  return frame.around?.(node, html) ?? html;
}

function paragraph(node: DocumentNode, frame: Frame, margin = '0 0 16px'): string {
  const { dir, align } = standing(node);
  const style = { margin, 'font-size': '16px', 'line-height': '1.6', 'text-align': align, color: frame.ink };
  return `<p${dir}${inkOf(frame)}${styled(style)}>${inlineHtml(node.content ?? [], frame.styles) || '&nbsp;'}</p>`;
}

const inkOf = ({ ink }: Frame): string => (ink === undefined ? '' : colored({ text: ink }));

function standing(node: DocumentNode): { readonly dir: string; readonly align: string | undefined } {
  const fromRight = isFromRight(lettersIn(node));
  return { dir: direction(fromRight), align: alignedBy(fromRight, alignOf(node)) };
}

const headingPx = [28, 22, 18] as const;

function heading(node: DocumentNode, frame: Frame): string {
  const level = Math.min(3, Math.max(1, numberAttr(node, 'level', 2)));
  const { dir, align } = standing(node);
  const style = {
    margin: level === 1 ? '0 0 16px' : '8px 0 12px',
    'font-size': `${headingPx[level - 1] ?? 22}px`,
    'line-height': '1.3',
    'font-weight': 'bold',
    'text-align': align,
    color: frame.ink,
  };
  return `<h${level}${dir}${inkOf(frame)}${styled(style)}>${inlineHtml(node.content ?? [], frame.styles)}</h${level}>`;
}

function list(tag: 'ul' | 'ol', node: DocumentNode, frame: Frame, margin = '0 0 16px'): string {
  const items = (node.content ?? []).map(({ content = [] }) => {
    const [first, ...rest] = content;
    const inner = rest.map((each) => innerHtml(each, frame)).join('');
    return `<li${inkOf(frame)}${styled({ margin: '0 0 6px', color: frame.ink })}>${inlineHtml(first?.content ?? [], frame.styles)}${inner}</li>`;
  });
  const fromRight = isFromRight(lettersIn(node));
  const style = {
    margin,
    padding: fromRight ? '0 24px 0 0' : '0 0 0 24px',
    'font-size': '16px',
    'line-height': '1.6',
    'text-align': alignedBy(fromRight, undefined),
    color: frame.ink,
  };
  const start = tag === 'ol' ? numberAttr(node, 'start', 1) : 1;
  return `<${tag}${start === 1 ? '' : ` start="${start}"`}${direction(fromRight)}${inkOf(frame)}${styled(style)}>${items.join('')}</${tag}>`;
}

/** What follows the text of an item; lists in lists have less space around them. */
function innerHtml(node: DocumentNode, frame: Frame): string {
  if (node.type === 'bulletList') return conditionalHtml(node, list('ul', node, frame, '6px 0 0'));
  if (node.type === 'orderedList') return conditionalHtml(node, list('ol', node, frame, '6px 0 0'));
  return blockHtml(node, frame);
}

/** Blocks on a background of their own: a cell that is colored, which every email client fills. */
function section(node: DocumentNode, frame: Frame): string {
  const background = colorAttr(node, 'background');
  const padding = spaceOf('section', node.attrs?.['padding']);
  const styles = background === undefined ? frame.styles : stylesOn(frame.styles, background);
  const inside = { ...frame, styles, widthPx: frame.widthPx - 2 * padding };
  const inner = blocksHtml(node.content ?? [], background === undefined ? inside : { ...inside, ink: styles.text });
  const size = { padding: `${padding}px` };
  const cell =
    background === undefined
      ? `<td${styled(size)}>`
      : `<td${colored({ ground: background, text: styles.text })} bgcolor="${background}"${styled({ ...size, 'background-color': background, color: styles.text })}>`;
  return spaced(layoutTable(' width="100%"', `<tr>${cell}${inner}</td></tr>`), 16);
}

/** The line beside a quote is the edge of a cell: Outlook draws none around other elements. */
function blockquote(node: DocumentNode, frame: Frame): string {
  const { content = [] } = node;
  const line = `3px solid ${frame.styles.brand}`;
  const style = isFromRight(lettersIn(node))
    ? { 'border-right': line, padding: '4px 16px 4px 0' }
    : { 'border-left': line, padding: '4px 0 4px 16px' };
  const inside = { ...frame, widthPx: frame.widthPx - 19 };
  const last = content.at(-1);
  // Its line ends where its text does.
  const end = last?.type === 'paragraph' ? conditionalHtml(last, paragraph(last, inside, '0')) : undefined;
  const inner = end === undefined ? blocksHtml(content, inside) : `${blocksHtml(content.slice(0, -1), inside)}${end}`;
  const cell = `<td${colored({ line: frame.styles.brand })}${styled(style)}>${inner}</td>`;
  return spaced(layoutTable(' width="100%"', `<tr>${cell}</tr>`), 16);
}
