import type { MouseEvent } from 'react';

/**
 * A click anywhere in a row that has a `RowLink` is one on that. Not where something else is clicked, or text was
 * selected.
 */
export function openRow({ target, button, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label, select') !== null) return;
  const link = target.closest('[data-list-row]')?.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (link == null || window.getSelection()?.isCollapsed === false) return;
  if (button === 1 || ctrlKey || metaKey || shiftKey) window.open(link.href, '_blank', 'noopener');
  else if (button === 0) link.click();
}
