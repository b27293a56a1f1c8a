import type { QueryClient } from '@tanstack/react-query';
import type { Editor, JSONContent } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { call } from '../../../api/client';
import type { Answer } from '../../../api/operations';
import { read, under } from '../../../api/reading';
import type { Broadcast, Variant } from './broadcast';
import { contentOf, readContent, saveContent } from './content';
import { documentIn, type DocumentNode, type EmailDocument } from './email/document.js';
import { attrsOf, blocksIn, following } from './email/saved-block.js';
import { toEmail } from './email/to-email.js';
import { insertBlocks } from './writing/insertions';

export type SavedBlockRow = Answer<'GET /dashboard-api/saved-blocks'>['data'][number];
type SavedBlock = Answer<'GET /dashboard-api/saved-blocks/{id}'>;
export type BlockUse = Answer<'GET /dashboard-api/saved-blocks/{id}/uses'>['data'][number];

export const savedBlocksQuery = read('GET /dashboard-api/saved-blocks');
export const savedBlocksChanged = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries(under('GET /dashboard-api/saved-blocks'));

const notSaved: readonly string[] = ['footer', 'savedBlock'];

export interface Touched {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly DocumentNode[];
}

/** A footer is in each email already, and one that is synced is saved. */
export const isSavable = (node: DocNode): boolean =>
  !notSaved.includes(node.type.name) && node.children.every(isSavable);

/** The outermost blocks that are selected, or around the caret; undefined where they cannot be saved. */
export function touchedBlocks({ state: { doc, selection } }: Editor): Touched | undefined {
  const isBlock = selection instanceof NodeSelection;
  const blocks: DocumentNode[] = [];
  let [from, to, isWhole] = [-1, -1, true];
  doc.forEach((node, pos) => {
    const end = pos + node.nodeSize;
    const isTouched = isBlock
      ? pos <= selection.from && selection.from < end
      : pos < selection.to && selection.from < end;
    if (!isTouched) return;
    if (from < 0) from = pos;
    to = end;
    if (!isSavable(node)) isWhole = false;
    blocks.push(node.toJSON() as DocumentNode);
  });
  const hasContent = blocks.some(({ type, content = [] }) => type !== 'paragraph' || content.length > 0);
  return isWhole && hasContent ? { from, to, blocks } : undefined;
}

/** In the place of the blocks that it was saved of. */
export function followInPlace(
  editor: Editor,
  { from, to, blocks }: Touched,
  saved: { id: string; name: string },
): void {
  const attrs = { blockId: saved.id, name: saved.name, version: 1, blocks };
  editor.chain().insertContentAt({ from, to }, { type: 'savedBlock', attrs }).setNodeSelection(from).run();
}

/** Puts a saved block in: one that is synced by its name, another as its blocks. */
export async function insertSaved(editor: Editor, id: string): Promise<void> {
  const saved = await call('GET /dashboard-api/saved-blocks/{id}', { path: { id } });
  if (editor.isDestroyed) return;
  const blocks = saved.synced ? [{ type: 'savedBlock', attrs: attrsOf(saved) }] : blocksIn(saved.document);
  insertBlocks(editor, blocks);
}

/** The blocks of a synced block, in its place. */
export function unlinkSaved(editor: Editor, pos: number): void {
  const node = editor.state.doc.nodeAt(pos);
  if (node === null) return;
  const blocks = node.attrs['blocks'] as JSONContent[];
  editor
    .chain()
    .focus()
    .insertContentAt({ from: pos, to: pos + node.nodeSize }, blocks)
    .run();
}

/** Those that the email follows, in an older version, are as they are now. Undoing does not bring back the old ones. */
function follow(editor: Editor, saved: SavedBlock): void {
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, pos) => {
      const { blockId, version, name } = node.attrs;
      if (node.type.name !== 'savedBlock' || blockId !== saved.id) return;
      if (Number(version) >= saved.version && name === saved.name) return;
      tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrsOf(saved) });
    });
    tr.setMeta('addToHistory', false);
    return tr.docChanged;
  });
}

/** What was changed since the email was written, and is not deleted. */
export async function followAll(editor: Editor): Promise<void> {
  const ids = new Set<string>();
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'savedBlock') ids.add(String(node.attrs['blockId']));
  });
  for (const id of ids) {
    const saved = await call('GET /dashboard-api/saved-blocks/{id}', { path: { id } }).catch(() => undefined);
    if (editor.isDestroyed) return;
    if (saved !== undefined) follow(editor, saved);
  }
}

/** Those that a change of a synced block writes again: what was scheduled stays as it was. */
export const isWritten = ({ status }: BlockUse): boolean => status === 'draft' || status === null;

/**
 * Drafts and templates have the block as it is now. One that somebody else changes at this moment has it when it is
 * opened. `onDone`: after each.
 * @returns the names of those that could not be written.
 */
export async function writeEverywhere(
  saved: SavedBlock,
  uses: readonly BlockUse[],
  onDone: () => void,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const use of uses) {
    const write = use.kind === 'template' ? writeTemplate(use.id, saved) : writeDraft(use.id, saved);
    await write.catch(() => failed.push(use.name));
    onDone();
  }
  return failed;
}

async function writeTemplate(template: string, saved: SavedBlock): Promise<void> {
  const path = { template };
  const { document } = await call('GET /dashboard-api/templates/{template}', { path });
  const next = nextOf(document, saved);
  if (next === undefined) return;
  const email = toEmail(next);
  await call('PATCH /templates/{template}', { path, body: { ...email, document: { ...email.document } } });
}

const nextOf = (document: Broadcast['document'], saved: SavedBlock): EmailDocument | undefined => {
  const found = documentIn(document);
  return found && following(found, saved);
};

const variants: readonly Variant[] = ['a', 'b'];

async function writeDraft(id: string, saved: SavedBlock): Promise<void> {
  for (const variant of variants) {
    const base = await readContent(id, variant);
    const next = nextOf(base.document, saved);
    if (next !== undefined) await saveContent(base, contentOf(next), base.revision, variant);
  }
}
