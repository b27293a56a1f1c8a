import { useEffect, useSyncExternalStore } from 'react';
import type { Editor } from '@tiptap/core';
import { editorWords as words } from '../../../messages/broadcast-editor';
import classes from './editor.module.css';
import { groupsOf, type Insertion } from './writing/insertions';
import { menuPlace } from './writing/menu-place';
import type { SuggestionStore } from './writing/suggestions';

const listId = 'editor-suggestions';

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
  const { innerHeight, innerWidth, visualViewport } = window;
  const place = menuPlace(shown.at, { heightPx: innerHeight, seenPx: visualViewport?.height ?? innerHeight });
  return (
    <div
      className={classes['suggestions']}
      id={listId}
      role="listbox"
      aria-label={words.suggestions}
      // It may be scrolled.
      tabIndex={0}
      style={{ ...place, left: Math.max(8, Math.min(shown.at.left, innerWidth - 268)) }}
    >
      {groupsOf(shown.items).map(({ group, items }) => (
        <div key={group ?? ''} role="group" aria-label={group ?? words.suggestions}>
          {group !== undefined && (
            <span className={classes['suggestion-group']} aria-hidden>
              {group}
            </span>
          )}
          {items.map((item) => (
            <Option key={item.id} item={item} isActive={item.id === active} onPick={shown.pick} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly item: Insertion;
  readonly isActive: boolean;
  readonly onPick: (item: Insertion) => void;
}

function Option({ item, isActive, onPick }: OptionProps) {
  const { id, title, hint, Icon } = item;
  return (
    <div
      id={optionId(id)}
      role="option"
      aria-selected={isActive}
      // Before the text loses the focus.
      onMouseDown={(event) => {
        event.preventDefault();
        onPick(item);
      }}
    >
      <span>
        {Icon !== undefined && <Icon size={16} aria-hidden />}
        {title}
      </span>
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
}

const optionId = (id: string): string => `suggested-${id.replace(/\W/g, '-')}`;
