import { Node, mergeAttributes, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { EmailButton } from './button';
import { Column, Columns, Section } from './columns';
import { MergeTag } from './merge-tag';
import { attrsIn, Footer, HtmlBlock, SocialLinks, Spacer } from './objects';
import { SavedBlock } from './saved-block';
import { tableExtensions } from './table';
import { TextAlign, TextLook } from './text-align';

/** A set width, and the size of the file; null where there is none. */
const ownPx = { default: null, rendered: false, parseHTML: () => null };

/** A picture at an address. What it shows is written beside it (`alt`). */
const EmailImage = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    href: { default: '', rendered: false },
    width: { ...ownPx, default: 100 },
    ...{ widthPx: ownPx, ownWidth: ownPx, ownHeight: ownPx },
  }),
  parseHTML: () => [
    { tag: 'div[data-block="image"]', getAttrs: attrsIn },
    { tag: 'img[src^="https:"]' },
    { tag: 'img[src^="http:"]' },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { src, alt, ...rest } = HTMLAttributes as Readonly<Record<string, string>>;
    const { widthPx, ownWidth } = node.attrs;
    const mostPx = widthPx ?? ownWidth;
    const most = mostPx === null ? '' : `; max-width: ${Number(mostPx)}px`;
    const shown = { src, alt: alt || words.noAlt, style: `width: ${Number(node.attrs['width'])}%${most}` };
    const own = { 'data-block': 'image', 'data-undescribed': alt === '', 'data-attrs': JSON.stringify(node.attrs) };
    return ['div', mergeAttributes(rest, own), ['img', shown]];
  },
});

/** The footer is one, and the end. */
const Email = Node.create({ name: 'doc', topNode: true, content: 'block+ footer?' });

/** Everything that an email is made from. Markdown becomes it as one types: `# `, `- `, `1. `, `> `, `---`, `**`. */
export const emailExtensions: Extensions = [
  Email,
  StarterKit.configure({
    document: false,
    codeBlock: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { rel: null, target: null } },
  }),
  Placeholder.configure({ placeholder: words.placeholder }),
  TextAlign,
  TextLook,
  MergeTag,
  EmailButton,
  EmailImage,
  Columns,
  Column,
  Section,
  Spacer,
  SocialLinks,
  HtmlBlock,
  SavedBlock,
  ...tableExtensions,
  Footer,
];
