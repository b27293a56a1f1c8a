import { Extension } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { duplicateBlocks, moveBlocks } from './block-moves';
import { makeLink } from './link';

interface EditorKeysOptions {
  /** A link was made, and wants an address. */
  readonly onLink: () => void;
}

/** Keys of the text, beside those of the blocks. All are taken: a browser has other uses for them. */
export const EditorKeys = Extension.create<EditorKeysOptions>({
  name: 'editorKeys',
  addOptions: () => ({ onLink: () => undefined }),
  addKeyboardShortcuts() {
    const runs = (command: Command) => (): boolean => {
      command(this.editor.state, this.editor.view.dispatch);
      return true;
    };
    return {
      'Mod-k': ({ editor }) => {
        makeLink(editor);
        this.options.onLink();
        return true;
      },
      'Alt-ArrowUp': runs(moveBlocks('up')),
      'Alt-ArrowDown': runs(moveBlocks('down')),
      'Mod-d': runs(duplicateBlocks()),
    };
  },
});
