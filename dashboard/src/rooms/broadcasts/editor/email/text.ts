import { type DocumentNode, numberAttr, savedIn, textAttr } from './document.js';
import { socialLinks } from './object-html.js';
import { addressIn, tagText, unsubscribeTag } from './markup.js';
import { conditionalText } from './shown-to.js';
import { ownHtmlText } from './own-html-text.js';
import { tableText } from './table.js';

/** The plain-text part: what the blocks say, with an empty line between them. */
export const textOf = (nodes: readonly DocumentNode[]): string => {
  const blocks = nodes.map(blockText).filter((text) => text !== '');
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
};

const blockText = (node: DocumentNode): string => conditionalText(node, textOfKind(node));

function textOfKind(node: DocumentNode): string {
  const { type, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return inlineText(content).trim();
    case 'heading':
      return headingText(inlineText(content).trim(), numberAttr(node, 'level', 2));
    case 'bulletList':
    case 'orderedList':
      return listText(node);
    case 'blockquote':
      return prefixed(content.map(blockText).filter(Boolean).join('\n\n'), '> ');
    case 'horizontalRule':
      return '-'.repeat(40);
    case 'columns':
      return content
        .map(({ content: inner = [] }) => textOf(inner).trim())
        .filter(Boolean)
        .join('\n\n');
    case 'table':
      return tableText(node, inlineText);
    case 'section':
      return textOf(content).trim();
    case 'savedBlock':
      return textOf(savedIn(node)).trim();
    case 'image':
      return linkText(textAttr(node, 'alt').trim(), textAttr(node, 'href'));
    case 'button':
      return linkText(inlineText(content).trim(), textAttr(node, 'href'));
    case 'socialLinks':
      return socialLinks(node)
        .map(({ name, url }) => `${name} [${url}]`)
        .join('\n');
    case 'htmlBlock':
      return ownHtmlText(textAttr(node, 'html'), linkText);
    case 'footer':
      return footerText(node);
    default:
      return '';
  }
}

/** Neighbors with one link, such as a bold word and what stands around it, are one link. */
function inlineText(nodes: readonly DocumentNode[]): string {
  let text = '';
  for (let start = 0, end = 0; start < nodes.length; start = end) {
    const href = hrefOf(nodes[start]);
    let label = '';
    for (end = start; end < nodes.length && hrefOf(nodes[end]) === href; end++) label += pieceText(nodes[end]);
    text += href === undefined ? label : linkText(label, href);
  }
  return text;
}

function hrefOf(node: DocumentNode | undefined): string | undefined {
  const link = node?.marks?.find(({ type }) => type === 'link');
  return link === undefined ? undefined : textAttr(link, 'href');
}

function pieceText(node: DocumentNode | undefined): string {
  if (node?.type === 'hardBreak') return '\n';
  if (node?.type === 'mergeTag') return tagText(textAttr(node, 'key'), textAttr(node, 'fallback'));
  return node?.text ?? '';
}

const headingText = (text: string, level: number): string =>
  text === '' || level > 1 ? text : `${text}\n${'='.repeat(Math.min(60, text.length))}`;

function listText(node: DocumentNode): string {
  const start = numberAttr(node, 'start', 1);
  return (node.content ?? [])
    .map(({ content = [] }, place) => {
      const sign = node.type === 'orderedList' ? `${start + place}. ` : '- ';
      const [first = '', ...rest] = content.map(blockText).join('\n').split('\n');
      return [`${sign}${first}`, ...rest.map((line) => `${' '.repeat(sign.length)}${line}`)].join('\n');
    })
    .join('\n');
}

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => `${prefix}${line}`.trimEnd())
    .join('\n');

/** A link says where it leads, unless its text does. */
function linkText(label: string, typed: string): string {
  const url = addressIn(typed);
  if (url === '' || url === label || url === `mailto:${label}`) return label;
  return label === '' ? url : `${label} [${url}]`;
}

function footerText(node: DocumentNode): string {
  const [reason = '', address = '', label = ''] = ['reason', 'address', 'label'].map((name) =>
    textAttr(node, name).trim(),
  );
  const lines = [reason, address].filter((text) => text !== '');
  return ['-'.repeat(40), ...lines, `${label || 'Unsubscribe'} [${unsubscribeTag}]`].join('\n');
}
