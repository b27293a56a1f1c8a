import type { Encoding } from '../../domain/import/encodings.js';
import { type FilePlace, type Quoting, type Separator, separators } from '../../domain/import/events.js';
import { type CsvRow, readRows } from './csv-rows.js';
import { type OtherFormat, otherFormat } from './not-csv.js';
import { markAround, type OtherSeparator, otherSeparator, rowMarkIn } from './other-separator.js';
import { EncodingGuess, hasBackslashBytes, markBytesOf, rawText } from './text-encoding.js';
import { isAddressCell } from './words/address-cell.js';
import { looksLikeEmailName } from './words/column-names.js';
import { fold } from './words/fold.js';

/** The header and some rows are looked for in here. */
const headBytes = 256 * 1024;
/** A file with more columns is none of contacts. */
export const maxColumns = 1_000;
/** So many lines may stand above the header: a title, when it was made, by whom. */
const maxTitleRows = 20;
/** So many cells more than the header has are kept of a row, so that it can be corrected. */
const keptBeyond = 20;

/** What the first bytes of a file say of it. */
export interface FileLayout {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Names of the columns, each once: `email (2)` is the second `email`, `Column 3` one without a name. */
  readonly header: readonly string[];
  readonly rowsAt: FilePlace;
  readonly width: number;
  readonly headerAt?: FilePlace;
  readonly quoting?: Quoting;
}

export type LayoutProblem =
  | { readonly refused: 'no-header' }
  | ({ readonly refused: 'other-separator' } & OtherSeparator)
  /** The first row is a contact. */
  | { readonly refused: 'row-as-header' }
  | { readonly refused: 'too-many-columns' }
  | { readonly refused: 'not-csv'; readonly format: OtherFormat };

export interface FoundLayout {
  readonly layout: FileLayout;
  /** Bytes beyond ASCII were there to judge the encoding by, or it was chosen. */
  readonly isEncodingSeen: boolean;
}

/** What was said of the file with it. */
interface Expected {
  readonly encoding?: Encoding | undefined;
  /** Name of the column of addresses. */
  readonly email?: string | undefined;
}

/** Looks at a file as it passes: keeps its first bytes, and finds out what all of it is written in. */
export class FileHead {
  readonly #guess = new EncodingGuess();
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #bytes = 0;

  add(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#keptBytes < headBytes) {
      const part = Buffer.from(bytes.subarray(0, headBytes - this.#keptBytes));
      this.#kept.push(part);
      this.#keptBytes += part.length;
    }
    this.#guess.add(bytes);
  }

  /** To be asked once, after the last byte. */
  layout({ encoding: chosen, email }: Expected = {}): FoundLayout | LayoutProblem {
    const head = Buffer.concat(this.#kept);
    const format = otherFormat(head);
    if (format !== undefined) return { refused: 'not-csv', format };
    const guessed = this.#guess.result(head);
    const encoding = chosen ?? guessed.encoding;
    const markBytes = chosen === undefined ? guessed.markBytes : markBytesOf(head, chosen);
    const raw = rawText(encoding);
    const text = raw.read(head.subarray(markBytes));
    const hint = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(text);
    const skipped = hint?.[0].length ?? 0;
    const known = separators.filter((each) => hint === null || each === hint[1]);
    const found = known
      .map((separator) => this.#headerIn(text.slice(skipped), separator, raw.lenient, email))
      .reduce((best, each) => (each.score > best.score ? each : best));
    const { row, separator, start, end } = found;
    if (row === undefined || row.isCutOff) return { refused: 'no-header' };
    const written = row.cells.map((cell) => raw.lenient(cell));
    const rowMark = rowMarkIn(written.join(separator));
    if (rowMark !== undefined) return { refused: 'other-separator', mark: rowMark, between: 'rows' };
    if (row.cells.length > maxColumns || row.dropped > 0) return { refused: 'too-many-columns' };
    const names = written.map(nameOf);
    if (names.some((name) => isAddressCell(name) && name !== email)) return { refused: 'row-as-header' };
    const firstLine = hint === null ? 1 : 2;
    const placeOf = (characters: number, line: number) => ({
      byte: markBytes + (skipped + characters) * raw.bytesPerCharacter,
      line,
    });
    const headerAt = placeOf(start, row.line + firstLine - 1);
    const quoting = quotingOf(text.slice(skipped + end), separator, encoding);
    const layout: FileLayout = {
      encoding,
      separator,
      header: distinct(names),
      rowsAt: placeOf(end, found.line + firstLine - 1),
      width: row.cells.length,
      ...(headerAt.byte === markBytes ? {} : { headerAt }),
      ...(quoting === undefined ? {} : { quoting }),
    };
    const other = this.#otherSeparator(layout, written);
    if (other !== undefined) return { refused: 'other-separator', ...other };
    return { layout, isEncodingSeen: guessed.isSeen || chosen !== undefined };
  }

  #otherSeparator(layout: FileLayout, header: readonly string[]): OtherSeparator | undefined {
    const [only = '', ...others] = header;
    const { separator } = layout;
    if (others.length === 0) {
      return otherSeparator(
        only,
        this.rows(layout, sampledRows).map(({ cells }) => cells.join(separator)),
      );
    }
    const mark = markAround(header, separator);
    return mark === undefined ? undefined : { mark, between: 'columns' };
  }

  /** The first rows behind the header. */
  rows({ encoding, separator, rowsAt, quoting, width }: FileLayout, maxRows: number): readonly CsvRow[] {
    const bytes = Buffer.concat(this.#kept).subarray(rowsAt.byte);
    const raw = rawText(encoding);
    const reading = { separator, quoting, maxCells: maxCellsOf(width), line: rowsAt.line, isLast: this.#isWhole };
    return readRows(raw.read(bytes), { ...reading, maxRows }).rows.map((row) => decoded(row, raw));
  }

  get bytes(): number {
    return this.#bytes;
  }

  get #isWhole(): boolean {
    return this.#bytes === this.#keptBytes;
  }

  /** Titles have fewer cells than the header; the header names the address. */
  #headerIn(text: string, separator: Separator, decode: (raw: string) => string, email: string | undefined) {
    const reading = { separator, maxCells: maxColumns + 1, isLast: this.#isWhole };
    let start = 0;
    let line = 1;
    let widest = 0;
    let first: Candidate | undefined;
    for (let index = 0; index <= maxTitleRows; index += 1) {
      const read = readRows(text.slice(start), { ...reading, line, maxRows: 1 });
      const [row] = read.rows;
      if (row === undefined) break;
      const candidate = { row, separator, start, end: start + read.end, line: read.line, score: row.cells.length };
      first ??= candidate;
      const names = row.cells.map((cell) => nameOf(decode(cell)));
      const filled = names.filter((name) => name !== '').length;
      const isNamed = names.some((name) => (email === undefined ? looksLikeEmailName(name) : name === email));
      const isHeader = isNamed && !names.some((name) => name.includes('@')) && (index === 0 || filled > widest);
      if (isHeader) return { ...candidate, score: candidate.score + maxColumns };
      widest = Math.max(widest, filled);
      start = candidate.end;
      line = read.line;
    }
    return first ?? { row: undefined, separator, start: 0, end: 0, line: 1, score: 0 };
  }
}

interface Candidate {
  readonly row: CsvRow | undefined;
  readonly separator: Separator;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly score: number;
}

/** Cells of a row that are kept; `undefined` is for files that were uploaded before their width was known. */
export const maxCellsOf = (width: number | undefined): number => (width ?? maxColumns) + keptBeyond;

/** A row as it reads; `isUndecodable` where it has bytes that are none of the encoding. */
export function decoded(row: CsvRow, raw: Pick<ReturnType<typeof rawText>, 'cell' | 'lenient'>): CsvRow {
  let isUndecodable = false;
  const cells = row.cells.map((cell) => {
    const text = raw.cell(cell);
    if (text === undefined) isUndecodable = true;
    return text ?? raw.lenient(cell);
  });
  return isUndecodable ? { ...row, cells, isUndecodable: true } : { ...row, cells };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a mark or a NUL is no part of a name
const unseen = /[\u0000-\u001f\u200b\ufeff]/g;
const nameOf = (cell: string): string => {
  const name = cell.replace(unseen, '').trim();
  return /^'.*'$/s.test(name) ? name.slice(1, -1).trim() : name;
};

function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set(names.map(fold));
  const seen = new Set<string>();
  return names.map((name, place) => {
    const own = name === '' ? `Column ${place + 1}` : name;
    let unique = own;
    for (let count = 2; seen.has(unique) || (unique !== name && taken.has(fold(unique))); count += 1) {
      unique = `${own} (${count})`;
    }
    seen.add(unique);
    return unique;
  });
}

const sampledRows = 20;

/** How the rows are quoted, where it is not as RFC 4180 says. */
function quotingOf(text: string, separator: string, encoding: Encoding): Quoting | undefined {
  const lines = text.split(/\r\n|\r|\n/, sampledRows).filter((line) => line.trim() !== '');
  // One apostrophe alone is what spreadsheets put before a number that is to be a text.
  const isSingle = (line: string) => /^\s*'.*'\s*$/.test(line.split(separator, 1)[0] ?? '');
  if (lines.length > 0 && lines.every(isSingle)) return 'single';
  if (hasBackslashBytes(encoding)) return undefined;
  // A quote behind a backslash, and no end of a cell behind the quote: it would be none in RFC 4180.
  return /\\"(?![,;\t|\r\n"]|$)/.test(text) ? 'backslash' : undefined;
}
