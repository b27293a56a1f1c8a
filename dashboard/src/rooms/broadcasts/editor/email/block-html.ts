import { columnsHtml } from './columns-html.js';
import { colored } from './dark.js';
import { alignedBy, direction, isFromRight, lettersIn } from './direction.js';
import { alignOf, type DocumentNode, numberAttr, savedIn, textAttr } from './document.js';
import { inlineHtml } from './inline-html.js';
import { layoutTable, spaced, styled } from './markup.js';
import { conditionalHtml } from './shown-to.js';
import { buttonHtml, dividerHtml, footerHtml, imageHtml, socialHtml } from './object-html.js';
import type { Frame } from './styles.js';

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

function paragraph(node: DocumentNode, { styles }: Frame, margin = '0 0 16px'): string {
  const { dir, align } = standing(node);
  const style = { margin, 'font-size': '16px', 'line-height': '1.6', 'text-align': align };
  return `<p${dir}${styled(style)}>${inlineHtml(node.content ?? [], styles) || '&nbsp;'}</p>`;
}

function standing(node: DocumentNode): { readonly dir: string; readonly align: string | undefined } {
  const fromRight = isFromRight(lettersIn(node));
  return { dir: direction(fromRight), align: alignedBy(fromRight, alignOf(node)) };
}

const headingPx = [28, 22, 18] as const;

function heading(node: DocumentNode, { styles }: Frame): string {
  const level = Math.min(3, Math.max(1, numberAttr(node, 'level', 2)));
  const { dir, align } = standing(node);
  const style = {
    margin: level === 1 ? '0 0 16px' : '8px 0 12px',
    'font-size': `${headingPx[level - 1] ?? 22}px`,
    'line-height': '1.3',
    'font-weight': 'bold',
    'text-align': align,
  };
  return `<h${level}${dir}${styled(style)}>${inlineHtml(node.content ?? [], styles)}</h${level}>`;
}

function list(tag: 'ul' | 'ol', node: DocumentNode, frame: Frame, margin = '0 0 16px'): string {
  const items = (node.content ?? []).map(({ content = [] }) => {
    const [first, ...rest] = content;
    const inner = rest.map((each) => innerHtml(each, frame)).join('');
    return `<li${styled({ margin: '0 0 6px' })}>${inlineHtml(first?.content ?? [], frame.styles)}${inner}</li>`;
  });
  const fromRight = isFromRight(lettersIn(node));
  const style = {
    margin,
    padding: fromRight ? '0 24px 0 0' : '0 0 0 24px',
    'font-size': '16px',
    'line-height': '1.6',
    'text-align': alignedBy(fromRight, undefined),
  };
  const start = tag === 'ol' ? numberAttr(node, 'start', 1) : 1;
  return `<${tag}${start === 1 ? '' : ` start="${start}"`}${direction(fromRight)}${styled(style)}>${items.join('')}</${tag}>`;
}

/** What follows the text of an item; lists in lists have less space around them. */
function innerHtml(node: DocumentNode, frame: Frame): string {
  if (node.type === 'bulletList') return conditionalHtml(node, list('ul', node, frame, '6px 0 0'));
  if (node.type === 'orderedList') return conditionalHtml(node, list('ol', node, frame, '6px 0 0'));
  return blockHtml(node, frame);
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
