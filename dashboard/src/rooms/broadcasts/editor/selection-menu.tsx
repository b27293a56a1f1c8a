import { ActionIcon } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef } from 'react';
import { editorWords as words } from '../../../messages/broadcast-editor';
import classes from './editor.module.css';
import { type ToolName, tools } from './text-tools';
import { selectedText } from './writing/selected-text';

const offered: readonly ToolName[] = ['bold', 'italic', 'underline', 'strike', 'link'];
const gapPx = 8;

interface SelectionMenuProps {
  readonly editor: Editor;
  /** A link was made, and wants an address. */
  readonly onLink: () => void;
}

/** Formats the text that is selected, beside it. Keys have the toolbar and shortcuts, so no Tab stops here. */
export function SelectionMenu({ editor, onLink }: SelectionMenuProps) {
  const element = useRef<HTMLDivElement>(null);
  const selected = editor.isFocused ? selectedText(editor.state) : undefined;
  useLayoutEffect(() => {
    if (element.current !== null && selected !== undefined) place(element.current, editor, selected);
  });
  if (selected === undefined) return null;
  return (
    <div ref={element} role="group" aria-label={words.selectionMenu} className={classes['selection-menu']}>
      {offered.map((name) => {
        const { Icon, isOn, run } = tools[name];
        const on = isOn?.(editor) === true;
        return (
          <ActionIcon
            key={name}
            variant={on ? 'filled' : 'subtle'}
            color={on ? 'post' : 'gray'}
            size={34}
            aria-label={words.tools[name]}
            title={words.tools[name]}
            aria-pressed={on}
            tabIndex={-1}
            // The text keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              run(editor);
              if (name === 'link') onLink();
            }}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        );
      })}
    </div>
  );
}

/** Above the text; below it where the toolbar is, and for fingers, which have a menu of the system above. */
function place(
  menu: HTMLElement,
  { view }: Editor,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const ground = menu.offsetParent?.getBoundingClientRect();
  if (ground === undefined) return;
  const { offsetWidth: width, offsetHeight: height } = menu;
  const toolbar = document.querySelector('[data-editor-toolbar]')?.getBoundingClientRect().bottom ?? 0;
  const above = start.top - height - gapPx;
  const isBelow = above < toolbar || window.matchMedia('(pointer: coarse)').matches;
  const isOneLine = end.top < start.bottom;
  const left = (isOneLine ? (start.left + end.right) / 2 : start.left) - width / 2 - ground.left;
  menu.style.top = `${(isBelow ? end.bottom + gapPx : above) - ground.top}px`;
  menu.style.left = `${Math.max(gapPx, Math.min(left, ground.width - width - gapPx))}px`;
}
