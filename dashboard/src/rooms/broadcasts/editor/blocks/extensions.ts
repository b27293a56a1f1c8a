import { type Extensions, Node } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { EmailButton } from './button';
import { Column, Columns } from './columns';
import { EmailImage } from './image';
import { MergeTag } from './merge-tag';
import { Footer, HtmlBlock, SocialLinks } from './objects';
import { TextAlign } from './text-align';

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
  MergeTag,
  EmailButton,
  EmailImage,
  Columns,
  Column,
  SocialLinks,
  HtmlBlock,
  Footer,
];
