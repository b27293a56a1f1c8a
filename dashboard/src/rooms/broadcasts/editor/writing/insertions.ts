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
  IconTable,
  IconTypography,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, Selection } from '@tiptap/pm/state';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { columnsOf } from '../blocks/columns';
import type { DocumentNode } from '../email/document.js';
import { tableAt, tableOf } from './table-edits';

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
  divider: (editor) => {
    insert(editor, { type: 'horizontalRule' });
    // One goes on below it.
    editor.commands.command(({ tr }) => {
      const { to } = tr.selection;
      if (tr.doc.resolve(to).nodeAfter === null) tr.insert(to, editor.schema.node('paragraph'));
      tr.setSelection(Selection.near(tr.doc.resolve(to), 1));
      return true;
    });
  },
  spacer: (editor) => insert(editor, { type: 'spacer' }),
  section: (editor) =>
    insert(editor, { type: 'section', attrs: { background: '#eef2f6' }, content: [{ type: 'paragraph' }] }),
  columns2: (editor) => insert(editor, columnsOf(2)),
  columns3: (editor) => insert(editor, columnsOf(3)),
  table: (editor) => insert(editor, tableOf(3, 3)),
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
  table: IconTable,
  htmlBlock: IconCode,
};

/** Puts a block in, and goes to where one types next: into the first column or cell, over the label of a button. */
function insert(editor: Editor, node: DocumentNode): void {
  insertBlocks(editor, [node]);
  const { $from } = editor.state.selection;
  for (let { depth } = $from; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== node.type) continue;
    const start = $from.start(depth);
    if (node.type === 'section') editor.commands.setTextSelection(start + 1);
    if (node.type === 'columns') editor.commands.setTextSelection(start + 2);
    if (node.type === 'table') editor.commands.setTextSelection(start + 3);
    if (node.type === 'button') editor.commands.setTextSelection({ from: start, to: $from.end(depth) });
  }
}

/** Puts blocks in the place of an empty line, or beside what is at the caret; nothing is divided or replaced. */
export function insertBlocks(editor: Editor, blocks: readonly DocumentNode[]): void {
  const range = placeFor(
    editor.state,
    blocks.map(({ type }) => type),
  );
  editor
    .chain()
    .focus()
    .insertContentAt(range, [...blocks])
    .run();
}

/** The nearest place around the caret where blocks of these kinds may stand. */
export function placeFor({ doc, schema, selection }: EditorState, types: readonly string[]) {
  const mayStandIn = ({ type }: DocNode): boolean =>
    types.every((name) => type.contentMatch.matchType(schema.nodes[name] ?? schema.topNodeType) !== null);
  const { $from, $to } = selection;
  const line = $to.parent;
  const isLine = line.isTextblock && $to.depth > 0;
  const isHere = isLine && mayStandIn($to.node(-1));
  if (isHere && line.content.size === 0) return { from: $to.before(), to: $to.after() };
  // Above a line at its beginning; else below what the caret is in.
  if (isHere && selection.empty && $from.parentOffset === 0) return { from: $to.before(), to: $to.before() };
  let at = isLine ? $to.after() : $to.pos;
  for (let $at = doc.resolve(at); $at.depth > 0 && !mayStandIn($at.parent); $at = doc.resolve(at)) at = $at.after();
  // The footer stays the end.
  const above = doc.resolve(at).nodeBefore;
  if (above?.type.name === 'footer') at -= above.nodeSize;
  return { from: at, to: at };
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

/** What a cell of a table cannot become. Other blocks are put in below the table. */
const ofText: readonly string[] = words.insertionGroups[0].names;

/** Those that there is a place for where the caret is. */
export const offeredAt = (editor: Editor, all: readonly Insertion[]): readonly Insertion[] =>
  tableAt(editor.state) === undefined ? all : all.filter(({ id }) => !ofText.includes(id) && id !== 'table');

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
