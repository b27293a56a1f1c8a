import { colored } from './dark.js';
import { colorAttr, type DocumentNode, textAttr } from './document.js';
import { addressIn, escapedAroundTags, styled, tagText } from './markup.js';
import { type EmailStyles, textSizesPx } from './styles.js';

/** How each mark of a text is written. */
const tags: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  underline: ['<u>', '</u>'],
  strike: ['<s>', '</s>'],
  code: [`<code${styled({ 'font-family': "'Courier New', Courier, monospace", 'font-size': '0.94em' })}>`, '</code>'],
};

/** The text of a block, with its marks and merge tags. */
export function inlineHtml(nodes: readonly DocumentNode[], styles: EmailStyles): string {
  return nodes.map((node) => wrapped(node, pieceOf(node), styles)).join('');
}

function pieceOf(node: DocumentNode): string {
  if (node.type === 'hardBreak') return '<br>';
  if (node.type === 'mergeTag') return tagText(textAttr(node, 'key'), textAttr(node, 'fallback'));
  return escapedAroundTags(node.text ?? '');
}

/** A part of a text with a color or a size of its own. */
function look(mark: Pick<DocumentNode, 'attrs'>): readonly [string, string] {
  const color = colorAttr(mark, 'color');
  const sizePx = textSizesPx.find((px) => px === mark.attrs?.['size']);
  if (color === undefined && sizePx === undefined) return ['', ''];
  const dark = color === undefined ? '' : colored({ text: color });
  const style = { color, 'font-size': sizePx === undefined ? undefined : `${sizePx}px` };
  return [`<span${dark}${styled(style)}>`, '</span>'];
}

function wrapped({ marks = [] }: DocumentNode, piece: string, styles: EmailStyles): string {
  const link = marks.find(({ type }) => type === 'link');
  const marked = marks.reduce((html, mark) => {
    const [before, after] = mark.type === 'textStyle' ? look(mark) : (tags[mark.type] ?? ['', '']);
    return `${before}${html}${after}`;
  }, piece);
  const href = link === undefined ? '' : addressIn(textAttr(link, 'href'));
  return href === '' ? marked : linked(href, marked, styles.brand);
}

/** A link in a color of its own: without it each email client takes one of its own. */
export const linked = (href: string, html: string, color: string): string =>
  `<a href="${escapedAroundTags(href)}" target="_blank"${colored({ text: color })}${styled({ color, 'text-decoration': 'underline' })}>${html}</a>`;
