/*
 * The keys of lists: `j` and `k` go from row to row, Enter opens, `x` selects, `/` searches. They work on what the page
 * shows, so that a room has nothing to do for them.
 */

const rowsShown = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-list-row]')];

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list-row]') ?? null;
}

/** Under a head that stays in sight. */
const isInSight = (row: HTMLElement): boolean => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= row.offsetHeight && bottom <= window.innerHeight;
};

function go(by: -1 | 1): void {
  const rows = rowsShown();
  const current = currentRow();
  const next = current === null ? (rows.find(isInSight) ?? rows[0]) : rows[rows.indexOf(current) + by];
  if (next === undefined) return;
  const link = next.querySelector<HTMLElement>('[data-row-link]');
  (link ?? next).focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** By key: what the shell does when it is pressed. */
export const rowKeys: Readonly<Record<string, () => void>> = {
  j: () => go(1),
  k: () => go(-1),
  x: () => currentRow()?.querySelector<HTMLElement>('input[data-row-check]')?.click(),
  '/': () => document.querySelector<HTMLElement>('main [role="search"] input[type="search"]')?.focus(),
};
