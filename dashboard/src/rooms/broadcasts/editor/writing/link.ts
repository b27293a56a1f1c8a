import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { editorWords as words } from '../../../../messages/broadcast-editor';

/**
 * Makes a link of what is selected, of the word at the caret, or of a word that is put in. Its address is typed beside
 * the email. Leaves a button and other blocks as they are: they have an address of their own.
 */
export function makeLink(editor: Editor): void {
  const { selection, schema } = editor.state;
  const { link } = schema.marks;
  if (editor.isActive('link') || link === undefined || !selection.$from.parent.type.allowsMarkType(link)) return;
  const chain = editor.chain();
  const word = selection.empty ? wordAt(selection.$from) : selection;
  if (word === undefined) {
    const { from } = selection;
    chain.insertContent(words.linkText).setTextSelection({ from, to: from + words.linkText.length });
  } else chain.setTextSelection({ from: word.from, to: word.to });
  chain.setMark('link', { href: '' }).run();
}

/** @returns undefined where no word begins, goes on or ends. */
export function wordAt($at: ResolvedPos): { readonly from: number; readonly to: number } | undefined {
  // A merge tag and a line break have the length of one sign, which is none of a word.
  const text = $at.parent.textBetween(0, $at.parent.content.size, undefined, '\ufffc');
  const before = /[\p{L}\p{M}\p{N}'’_-]*$/u.exec(text.slice(0, $at.parentOffset))?.[0] ?? '';
  const after = /^[\p{L}\p{M}\p{N}'’_-]*/u.exec(text.slice($at.parentOffset))?.[0] ?? '';
  return before + after === '' ? undefined : { from: $at.pos - before.length, to: $at.pos + after.length };
}
