/** One row of a file: its cells, and the line that it begins at. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
  /** A quote is opened and never closed. */
  readonly isCutOff: boolean;
}

export interface CsvRows {
  readonly rows: readonly CsvRow[];
  /** Characters that were read: where the next row begins. */
  readonly end: number;
  /** The line there. */
  readonly line: number;
}

interface Reading {
  readonly separator: string;
  /** Where the text begins. */
  readonly line: number;
  /** Nothing follows the text: what ends with it is whole. */
  readonly isLast: boolean;
  readonly maxRows: number;
}

const quote = '"';
const carriageReturn = '\r';
const lineFeed = '\n';

/**
 * RFC 4180, and what is found beside it: any end of a line, also several kinds in one file, and quotes within a cell
 * that does not begin with one. Empty lines are no rows. A row whose end is not in the text is left.
 */
export function readRows(text: string, { separator, line: firstLine, isLast, maxRows }: Reading): CsvRows {
  const rows: CsvRow[] = [];
  let end = 0;
  let line = firstLine;
  while (rows.length < maxRows && end < text.length) {
    const read = readRow(text, end, separator, isLast);
    if (read === undefined) break;
    const { cells, isCutOff } = read;
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line, isCutOff });
    line += linesIn(text, end, read.end);
    end = read.end;
  }
  return { rows, end, line };
}

/** Undefined when the text may end before the row does. */
function readRow(
  text: string,
  start: number,
  separator: string,
  isLast: boolean,
): { readonly cells: readonly string[]; readonly end: number; readonly isCutOff: boolean } | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell = '';
    if (text[at] === quote) {
      const closed = readQuoted(text, at + 1);
      if (closed === undefined) {
        if (!isLast) return undefined;
        return { cells: [...cells, unquoted(text.slice(at + 1))], end: text.length, isCutOff: true };
      }
      cell = unquoted(text.slice(at + 1, closed));
      at = closed + 1;
    }
    const from = at;
    at = endOfCell(text, at, separator);
    cells.push(cell + text.slice(from, at));
    const next = text[at];
    if (next === separator) {
      at += 1;
      continue;
    }
    if (next === undefined) return isLast ? { cells, end: at, isCutOff: false } : undefined;
    if (next === carriageReturn && at + 1 === text.length && !isLast) return undefined;
    const isPair = next === carriageReturn && text[at + 1] === lineFeed;
    return { cells, end: at + (isPair ? 2 : 1), isCutOff: false };
  }
}

/** The place of the closing quote. */
function readQuoted(text: string, start: number): number | undefined {
  for (let at = text.indexOf(quote, start); at !== -1; at = text.indexOf(quote, at + 2)) {
    if (text[at + 1] !== quote) return at;
  }
  return undefined;
}

const unquoted = (text: string): string => (text.includes(quote) ? text.replaceAll('""', quote) : text);

function endOfCell(text: string, start: number, separator: string): number {
  let at = start;
  for (let next = text[at]; next !== undefined; next = text[at]) {
    if (next === separator || next === lineFeed || next === carriageReturn) break;
    at += 1;
  }
  return at;
}

function linesIn(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at += 1) {
    const code = text[at];
    if (code === lineFeed || (code === carriageReturn && text[at + 1] !== lineFeed)) lines += 1;
  }
  return lines;
}
