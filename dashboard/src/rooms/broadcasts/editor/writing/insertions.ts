import {
  type Icon,
  IconBlockquote,
  IconBookmark,
  IconBookmarks,
  IconClick,
  IconCode,
  IconColumns2,
  IconColumns3,
  IconH1,
  IconH2,
  IconH3,
  IconLibraryPhoto,
  IconList,
  IconListNumbers,
  IconMinus,
  IconPhoto,
  IconShare,
  IconSpacingVertical,
  IconSquare,
  IconTypography,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { columnsOf } from '../blocks/columns';

type Name = keyof typeof words.insertions;

/** Something that is put into the email, from the menu or after a slash. */
export interface Insertion {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly Icon?: Icon;
  /** What it stands under in a menu. */
  readonly group?: string;
  /** Other words that find it. */
  readonly finds?: string;
  readonly run: (editor: Editor) => void;
}

const commands: Readonly<Record<Exclude<Name, 'image' | 'library'>, (editor: Editor) => void>> = {
  heading1: (editor) => editor.chain().focus().setHeading({ level: 1 }).run(),
  heading2: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  heading3: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  text: (editor) => editor.chain().focus().setParagraph().run(),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
  blockquote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  button: (editor) => insert(editor, { type: 'button', content: [{ type: 'text', text: words.buttonLabel }] }),
  divider: (editor) => editor.chain().focus().setHorizontalRule().run(),
  spacer: (editor) => insert(editor, { type: 'spacer' }),
  section: (editor) =>
    insert(editor, { type: 'section', attrs: { background: '#eef2f6' }, content: [{ type: 'paragraph' }] }),
  columns2: (editor) => insert(editor, columnsOf(2)),
  columns3: (editor) => insert(editor, columnsOf(3)),
  social: (editor) =>
    insert(editor, { type: 'socialLinks', attrs: { links: words.socialNames.map((name) => ({ name, url: '' })) } }),
  htmlBlock: (editor) => insert(editor, { type: 'htmlBlock' }),
};

const icons: Readonly<Record<Name, Icon>> = {
  text: IconTypography,
  heading1: IconH1,
  heading2: IconH2,
  heading3: IconH3,
  bulletList: IconList,
  orderedList: IconListNumbers,
  blockquote: IconBlockquote,
  image: IconPhoto,
  library: IconLibraryPhoto,
  button: IconClick,
  social: IconShare,
  divider: IconMinus,
  spacer: IconSpacingVertical,
  section: IconSquare,
  columns2: IconColumns2,
  columns3: IconColumns3,
  htmlBlock: IconCode,
};

/** Puts a block in, and goes to where one types next: into the first column, over the label of a button. */
function insert(editor: Editor, node: { readonly type: string; readonly [name: string]: unknown }): void {
  editor.chain().focus().insertContent(node).run();
  const { $from } = editor.state.selection;
  for (let { depth } = $from; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== node.type) continue;
    const start = $from.start(depth);
    if (node.type === 'section') editor.commands.setTextSelection(start + 1);
    if (node.type === 'columns') editor.commands.setTextSelection(start + 2);
    if (node.type === 'button') editor.commands.setTextSelection({ from: start, to: $from.end(depth) });
  }
}

/** All that can be put in, in the order of the menu. */
export function insertions(chooseImage: () => void, openLibrary: () => void): readonly Insertion[] {
  const runs: Readonly<Record<Name, (editor: Editor) => void>> = {
    ...commands,
    image: chooseImage,
    library: openLibrary,
  };
  return words.insertionGroups.flatMap(({ group, names }) =>
    names.map((id) => ({
      id,
      title: words.insertions[id][0],
      finds: words.insertions[id][1],
      Icon: icons[id],
      group,
      run: runs[id],
    })),
  );
}

/** What the team saved, and where it is looked after. */
export const savedInsertions = (
  saved: readonly { readonly id: string; readonly name: string }[],
  onInsert: (editor: Editor, id: string) => void,
  onManage: () => void,
): readonly Insertion[] => [
  ...saved.map(({ id, name }) => ({
    ...{ id: `saved ${id}`, title: name, group: words.savedGroup, Icon: IconBookmark, finds: words.savedGroup },
    run: (editor: Editor) => onInsert(editor, id),
  })),
  {
    ...{ id: 'manage saved', title: words.manageSaved, group: words.savedGroup, Icon: IconBookmarks },
    run: onManage,
  },
];

/** In the order of the first of each group. */
export function groupsOf(all: readonly Insertion[]) {
  const groups = [...new Set(all.map(({ group }) => group))];
  return groups.map((group) => ({ group, items: all.filter((each) => each.group === group) }));
}

/** Those whose name, or another word for it, has a word that begins so. */
export function matching(all: readonly Insertion[], query: string): readonly Insertion[] {
  const wanted = query.trim().toLowerCase();
  return all.filter(
    ({ title, finds = '' }) =>
      `${title} ${finds}`
        .toLowerCase()
        .split(/[\s.]+/)
        .some((word) => word.startsWith(wanted)) || title.toLowerCase().includes(wanted),
  );
}

/** A merge tag that can be chosen: the key, and what people call it. */
export interface TagChoice {
  readonly key: string;
  readonly title: string;
}

export const tagInsertions = (tags: readonly TagChoice[]): readonly Insertion[] =>
  tags.map(({ key, title }) => ({
    id: key,
    title,
    hint: key,
    finds: key,
    run: (editor) =>
      editor
        .chain()
        .focus()
        .insertContent(key in words.linkTags ? linkTo(key, title) : { type: 'mergeTag', attrs: { key, fallback: '' } })
        .run(),
  }));

const linkTo = (key: string, text: string) => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href: `{{{${key}}}}` } }],
});
