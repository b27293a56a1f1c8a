import { parse, unparse } from 'papaparse';

/** RFC 4180, with a row of names first; a spreadsheet does not take a value for a formula. */
export function csvOf<Name extends string>(
  columns: readonly Name[],
  rows: readonly Readonly<Record<Name, string | number | null>>[],
): string {
  const data = rows.map((row) => columns.map((name) => row[name] ?? ''));
  return unparse({ fields: [...columns], data }, { escapeFormulae: true, newline: '\r\n' });
}

/** The cells of every row that is not empty, with the number of the line that it begins in, from 1. */
export function cellsOf(csv: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  let read = 0;
  let line = 1;
  // A line break at the end makes the parser miss the semicolons of a short file with two columns.
  const text = csv.replace(/^\uFEFF/, '').trimEnd();
  parse<string[]>(text, {
    step: ({ data: cells, meta: { cursor } }) => {
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
      line += text.slice(read, cursor).split(/\r\n|\n|\r/).length - 1;
      read = cursor;
    },
  });
  return rows;
}
