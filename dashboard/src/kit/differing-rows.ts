import { diffLines } from 'diff';

interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** A line of each text, or equal lines that are folded away. */
export type DiffRow =
  | { readonly before: Line | null; readonly after: Line | null; readonly isSame: boolean }
  | { readonly folded: number };

/** Equal lines that are shown before and after what differs. */
const around = 3;

/** The lines of two texts beside each other; none where the texts are equal. */
export function differingRows(before: string, after: string): readonly DiffRow[] {
  const parts = diffLines(before, after);
  if (!parts.some(({ added, removed }) => added || removed)) return [];
  const rows: DiffRow[] = [];
  let [left, right] = [1, 1];
  for (let at = 0; at < parts.length; at += 1) {
    const { value = '', added = false, removed = false } = parts[at] ?? {};
    const lines = linesOf(value);
    if (!added && !removed) {
      rows.push(...folded(lines, left, right, at > 0, at < parts.length - 1));
      left += lines.length;
      right += lines.length;
      continue;
    }
    const next = parts[at + 1];
    const isReplaced = removed && next?.added === true;
    const gone = removed ? lines : [];
    const come = isReplaced ? linesOf(next.value) : added ? lines : [];
    if (isReplaced) at += 1;
    for (let line = 0; line < Math.max(gone.length, come.length); line += 1) {
      rows.push({ before: lineAt(gone, line, left), after: lineAt(come, line, right), isSame: false });
    }
    left += gone.length;
    right += come.length;
  }
  return rows;
}

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

function lineAt(lines: readonly string[], place: number, first: number): Line | null {
  const text = lines[place];
  return text === undefined ? null : { number: first + place, text };
}

/** Equal lines, without those that are far from what differs. */
function folded(
  lines: readonly string[],
  left: number,
  right: number,
  hasBefore: boolean,
  hasAfter: boolean,
): readonly DiffRow[] {
  const rows = lines.map((_, place) => ({
    before: lineAt(lines, place, left),
    after: lineAt(lines, place, right),
    isSame: true,
  }));
  const head = hasBefore ? around : 0;
  const tail = hasAfter ? around : 0;
  const hidden = rows.length - head - tail;
  if (hidden <= 1) return rows;
  return [...rows.slice(0, head), { folded: hidden }, ...rows.slice(rows.length - tail)];
}
