import { useEffect, useRef } from 'react';

/** Between the keys of one sequence. */
const patienceMs = 1_200;

/**
 * Calls what belongs to keys pressed one after the other, as in `g k`. Does nothing while a dialog is open or a field
 * has the focus, but that the arrow down in the search of a list is `j`.
 */
export function useSequences(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    let before: { readonly key: string; readonly atMs: number } | null = null;
    const press = (event: KeyboardEvent): void => {
      const isOutOfSearch = event.key === 'ArrowDown' && isSearch(event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || (isTaken(event.target) && !isOutOfSearch)) return;
      const key = isOutOfSearch ? 'j' : event.key;
      const sequence = before !== null && event.timeStamp - before.atMs < patienceMs ? `${before.key} ${key}` : key;
      const act = current.current[sequence] ?? current.current[key];
      before = act === undefined ? { key, atMs: event.timeStamp } : null;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** From the search of a list the arrow leads to its rows. */
function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('main [role="search"] input[type="search"]');
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
