import { useEffect, useSyncExternalStore } from 'react';
import type { Editor } from '@tiptap/core';
import { editorWords as words } from '../../../messages/broadcast-editor';
import classes from './editor.module.css';
import type { SuggestionStore } from './writing/suggestions';

const listId = 'editor-suggestions';
const heightPx = 300;

/** What is offered while one types. The focus stays in the text, which says to screen readers what is chosen. */
export function SuggestionList({ store, editor }: { readonly store: SuggestionStore; readonly editor: Editor }) {
  const shown = useSyncExternalStore(store.subscribe, store.get);
  const active = shown?.items[shown.active]?.id;
  useEffect(() => {
    const { dom } = editor.view;
    if (active === undefined) {
      dom.removeAttribute('aria-activedescendant');
      dom.removeAttribute('aria-controls');
      return;
    }
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', optionId(active));
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [editor, active]);
  if (shown === null || shown.at === null) return null;
  const { bottom, top, left } = shown.at;
  const isAbove = bottom + heightPx > window.innerHeight && top > heightPx;
  const place = isAbove ? { bottom: window.innerHeight - top + 4 } : { top: bottom + 4 };
  return (
    <div
      className={classes['suggestions']}
      id={listId}
      role="listbox"
      aria-label={words.suggestions}
      // It may be scrolled.
      tabIndex={0}
      style={{ ...place, left: Math.max(8, Math.min(left, window.innerWidth - 268)), maxHeight: heightPx }}
    >
      {shown.items.map((item, index) => (
        <div
          key={item.id}
          id={optionId(item.id)}
          role="option"
          aria-selected={index === shown.active}
          // Before the text loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            shown.pick(item);
          }}
        >
          {item.title}
          {item.hint !== undefined && <small>{item.hint}</small>}
        </div>
      ))}
    </div>
  );
}

const optionId = (id: string): string => `suggested-${id.replace(/\W/g, '-')}`;
