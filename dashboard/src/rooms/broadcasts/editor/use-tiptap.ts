import { Editor, type EditorOptions } from '@tiptap/core';
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react';

/**
 * An editor in an element of the page, made once: what changes later is read when it is needed. The component draws
 * again with every change of text and selection.
 */
export function useTiptap(
  element: RefObject<HTMLElement | null>,
  options: () => Partial<EditorOptions>,
): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const first = useRef(options);
  useEffect(() => {
    if (element.current === null) return;
    // Its styles are a file of ours.
    const made = new Editor({ element: element.current, injectCSS: false, ...first.current() });
    made.on('transaction', redraw);
    setEditor(made);
    return () => made.destroy();
  }, [element]);
  return editor;
}
