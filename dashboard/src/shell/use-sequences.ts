import { useEffect, useRef } from 'react';

/** Between the keys of one sequence. */
const patienceMs = 1_200;

/**
 * Calls what belongs to keys pressed one after the other, as in `g k`. Does nothing while a field has the focus or a
 * dialog is open.
 */
export function useSequences(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    let before: { readonly key: string; readonly atMs: number } | null = null;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      const sequence =
        before !== null && event.timeStamp - before.atMs < patienceMs ? `${before.key} ${event.key}` : event.key;
      const act = current.current[sequence] ?? current.current[event.key];
      before = act === undefined ? { key: event.key, atMs: event.timeStamp } : null;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
