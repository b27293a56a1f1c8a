import { colored } from './dark.js';
import { type DocumentNode, textAttr } from './document.js';
import { addressIn, escapedAroundTags, styled, tagText } from './markup.js';
import type { EmailStyles } from './styles.js';

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

function wrapped({ marks = [] }: DocumentNode, piece: string, styles: EmailStyles): string {
  const link = marks.find(({ type }) => type === 'link');
  const marked = marks.reduce((html, { type }) => {
    const [before, after] = tags[type] ?? ['', ''];
    return `${before}${html}${after}`;
  }, piece);
  const href = link === undefined ? '' : addressIn(textAttr(link, 'href'));
  return href === '' ? marked : linked(href, marked, styles.brand);
}

/** A link in a color of its own: without it each email client takes one of its own. */
export const linked = (href: string, html: string, color: string): string =>
  `<a href="${escapedAroundTags(href)}" target="_blank"${colored({ text: color })}${styled({ color, 'text-decoration': 'underline' })}>${html}</a>`;
