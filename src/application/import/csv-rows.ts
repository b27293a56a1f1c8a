import type { Quoting } from '../../domain/import/events.js';

/** One row of a file: its cells, and the line that it begins at. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
  /** A quote is opened and never closed. */
  readonly isCutOff: boolean;
  /** Cells with something in them that were not kept: there are more than `maxCells`. */
  readonly dropped: number;
  /** It has bytes that are none of the file's encoding. */
  readonly isUndecodable?: true;
}

export interface CsvRows {
  readonly rows: readonly CsvRow[];
  /** Characters that were read: where the next row begins. */
  readonly end: number;
  /** The line there. */
  readonly line: number;
}

interface Dialect {
  readonly separator: string;
  readonly quoting?: Quoting | undefined;
  /** So many cells of a row are kept; those behind them are counted. */
  readonly maxCells?: number;
}

interface Reading extends Dialect {
  /** Where the text begins. */
  readonly line: number;
  /** Nothing follows the text: what ends with it is whole. */
  readonly isLast: boolean;
  readonly maxRows: number;
}

const carriageReturn = 13;
const lineFeed = 10;
const space = 32;
const tab = 9;

/**
 * RFC 4180, and what is found beside it: any end of a line, also several kinds in one file, quotes within a cell that
 * does not begin with one, and spaces before a quote. Empty lines are no rows. A row whose end is not in the text is
 * left.
 */
export function readRows(text: string, { line: firstLine, isLast, maxRows, ...dialect }: Reading): CsvRows {
  const rows: CsvRow[] = [];
  let end = 0;
  let line = firstLine;
  while (rows.length < maxRows && end < text.length) {
    const read = readRow(text, end, dialect, isLast);
    if (read === undefined) break;
    const { cells, isCutOff, dropped } = read;
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line, isCutOff, dropped });
    line += linesIn(text, end, read.end);
    end = read.end;
  }
  return { rows, end, line };
}

type RowRead = Pick<CsvRow, 'cells' | 'isCutOff' | 'dropped'> & { readonly end: number };

/** Undefined when the text may end before the row does. */
function readRow(
  text: string,
  start: number,
  { separator, quoting, maxCells = Number.POSITIVE_INFINITY }: Dialect,
  isLast: boolean,
): RowRead | undefined {
  const quote = quoting === 'single' ? "'" : '"';
  const cells: string[] = [];
  let dropped = 0;
  const keep = (cell: string): void => {
    if (cells.length < maxCells) cells.push(cell);
    else if (cell.trim() !== '') dropped += 1;
  };
  let at = start;
  for (;;) {
    let cell = '';
    const opened = openingQuote(text, at, quote, separator);
    if (opened !== undefined) {
      const closed = closingQuote(text, opened + 1, quote, quoting);
      if (closed === undefined) {
        if (!isLast) return undefined;
        keep(unquoted(text.slice(opened + 1), quote, quoting));
        return { cells, end: text.length, isCutOff: true, dropped };
      }
      cell = unquoted(text.slice(opened + 1, closed), quote, quoting);
      at = closed + 1;
    }
    const from = at;
    at = endOfCell(text, at, separator);
    keep(cell + text.slice(from, at));
    if (at === text.length) return isLast ? { cells, end: at, isCutOff: false, dropped } : undefined;
    const next = text.charCodeAt(at);
    if (next !== carriageReturn && next !== lineFeed) {
      at += 1;
      continue;
    }
    if (next === carriageReturn && at + 1 === text.length && !isLast) return undefined;
    const isPair = next === carriageReturn && text.charCodeAt(at + 1) === lineFeed;
    return { cells, end: at + (isPair ? 2 : 1), isCutOff: false, dropped };
  }
}

/** The place of a quote that a cell begins with, also behind spaces. */
function openingQuote(text: string, start: number, quote: string, separator: string): number | undefined {
  let at = start;
  for (let code = text.charCodeAt(at); code === space || (code === tab && separator !== '\t'); ) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return text[at] === quote ? at : undefined;
}

/** The place of the closing quote. */
function closingQuote(text: string, start: number, quote: string, quoting: Quoting | undefined): number | undefined {
  for (let at = text.indexOf(quote, start); at !== -1; ) {
    if (quoting === 'backslash' && isEscaped(text, start, at)) at = text.indexOf(quote, at + 1);
    else if (text[at + 1] === quote) at = text.indexOf(quote, at + 2);
    else return at;
  }
  return undefined;
}

/** Behind an odd number of backslashes. */
function isEscaped(text: string, start: number, quoteAt: number): boolean {
  let at = quoteAt;
  while (at > start && text[at - 1] === '\\') at -= 1;
  return (quoteAt - at) % 2 === 1;
}

function unquoted(text: string, quote: string, quoting: Quoting | undefined): string {
  const plain = quoting === 'backslash' ? text.replaceAll(/\\(["\\])/g, '$1') : text;
  return plain.includes(quote) ? plain.replaceAll(quote + quote, quote) : plain;
}

function endOfCell(text: string, start: number, separator: string): number {
  const separatorCode = separator.charCodeAt(0);
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separatorCode || code === lineFeed || code === carriageReturn) break;
  }
  return at;
}

function linesIn(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) lines += 1;
  }
  return lines;
}
