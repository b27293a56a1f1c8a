import { type Editor, Extension } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import { type Insertion, matching, offeredAt } from './insertions';

/** What is offered at the place where one types. */
interface Suggested {
  readonly items: readonly Insertion[];
  readonly active: number;
  /** Where the caret is, in px of the window. */
  readonly at: DOMRect | null;
  readonly pick: (item: Insertion) => void;
}

/** Holds what is offered, for the list that shows it. */
export interface SuggestionStore {
  readonly get: () => Suggested | null;
  readonly set: (suggested: Suggested | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function suggestionStore(): SuggestionStore {
  let current: Suggested | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface SuggestionsOptions {
  readonly store: SuggestionStore;
  readonly blocks: () => readonly Insertion[];
  readonly tags: () => readonly Insertion[];
}

/** A slash offers blocks, two braces offer merge tags. Arrows choose, Enter and Tab take, Escape goes on typing. */
export const Suggestions = Extension.create<SuggestionsOptions>({
  name: 'suggestions',
  addProseMirrorPlugins() {
    const { store, blocks, tags } = this.options;
    const offered = (char: string, all: () => readonly Insertion[], allowedPrefixes: string[] | null) =>
      Suggestion<Insertion, Insertion>({
        editor: this.editor,
        pluginKey: new PluginKey(`suggestions ${char}`),
        char,
        allowedPrefixes,
        // Names have spaces; a slash with a space behind it is a slash.
        allowSpaces: true,
        items: ({ query, editor }) =>
          query.startsWith(' ') ? [] : [...matching(offeredAt(editor, all()), query.replace(/^\{/, ''))],
        command: ({ editor, range, props }) => take(editor, range, props),
        render: () => shownIn(store),
      });
    return [offered('/', blocks, [' ']), offered('{{', tags, null)];
  },
});

function take(editor: Editor, range: { from: number; to: number }, item: Insertion): void {
  editor.chain().focus().deleteRange(range).run();
  item.run(editor);
}

function shownIn(store: SuggestionStore) {
  const show = ({ items, clientRect, command }: SuggestionProps<Insertion, Insertion>): void => {
    if (items.length === 0) return store.set(null);
    const active = Math.min(store.get()?.active ?? 0, items.length - 1);
    store.set({ items, active, at: clientRect?.() ?? null, pick: command });
  };
  return {
    onStart: (props: SuggestionProps<Insertion, Insertion>) => {
      store.set(null);
      show(props);
    },
    onUpdate: show,
    onExit: () => store.set(null),
    onKeyDown: ({ event }: { readonly event: KeyboardEvent }): boolean => {
      const shown = store.get();
      if (shown === null) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const count = shown.items.length;
      if (step !== undefined) {
        store.set({ ...shown, active: (shown.active + step + count) % count });
        return true;
      }
      const item = shown.items[shown.active];
      if ((event.key !== 'Enter' && event.key !== 'Tab') || item === undefined) return false;
      shown.pick(item);
      return true;
    },
  };
}
