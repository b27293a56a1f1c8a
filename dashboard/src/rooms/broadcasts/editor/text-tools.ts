import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconQuote,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { editorWords as words } from '../../../messages/broadcast-editor';
import { alignedTypes } from './blocks/text-align';
import { makeLink } from './writing/link';
import { alignColumn, columnAlign, tableAt } from './writing/table-edits';

export type ToolName = keyof typeof words.tools;

interface Tool {
  readonly Icon: typeof IconBold;
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const aligned = (textAlign: string): Pick<Tool, 'isOn' | 'run'> => ({
  isOn: (editor) =>
    tableAt(editor.state) === undefined ? editor.isActive({ textAlign }) : columnAlign(editor.state) === textAlign,
  run: (editor) => {
    // In a table, all of a column stands the same way.
    if (alignColumn(textAlign)(editor.state, editor.view.dispatch)) return void editor.view.focus();
    const chain = editor.chain().focus(null, { scrollIntoView: false });
    for (const type of alignedTypes)
      chain.updateAttributes(type, { textAlign: textAlign === 'left' ? null : textAlign });
    chain.run();
  },
});

const marked = (name: 'bold' | 'italic' | 'underline' | 'strike'): Pick<Tool, 'isOn' | 'run'> => ({
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
});

export const tools: Readonly<Record<ToolName, Tool>> = {
  undo: { Icon: IconArrowBackUp, run: (editor) => editor.chain().focus().undo().run() },
  redo: { Icon: IconArrowForwardUp, run: (editor) => editor.chain().focus().redo().run() },
  bold: { Icon: IconBold, ...marked('bold') },
  italic: { Icon: IconItalic, ...marked('italic') },
  underline: { Icon: IconUnderline, ...marked('underline') },
  strike: { Icon: IconStrikethrough, ...marked('strike') },
  link: { Icon: IconLink, isOn: (editor) => editor.isActive('link'), run: makeLink },
  bulletList: {
    Icon: IconList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  orderedList: {
    Icon: IconListNumbers,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  blockquote: {
    Icon: IconQuote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  left: { Icon: IconAlignLeft, ...aligned('left') },
  center: { Icon: IconAlignCenter, ...aligned('center') },
  right: { Icon: IconAlignRight, ...aligned('right') },
};
// `Object.keys` forgets the type of the keys.
export const toolNames = Object.keys(tools) as readonly ToolName[];
