import { cellText } from './words/blank.js';
import { isAddressCell } from './words/address-cell.js';
import { looksLikeEmailName } from './words/column-names.js';

/** What separates columns or rows in place of what we read; null: no one text does. */
export interface OtherSeparator {
  readonly mark: string | null;
  readonly between: 'columns' | 'rows';
}

const address = /[^\s@<>,;"'\p{Cc}\u200b]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]*[\p{L}\p{N}]/u;
/** Alone, and with nothing in it that no address has. */
const bareAddress = /^[^\s@<>\p{Cc}\u200b]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u;

/** So much of a header and of each row is looked at: the patterns below take time for each two characters. */
const lookedAt = 1_000;
const maxMarks = 20;

/** What may stand between two columns: not what stands within names and addresses. */
const between = /[^\p{L}\p{N}\s"'._@+<>()[\]-]+>?|->|<>|(?<=\s)[–-](?=\s)|\s+/gu;
/** Ends of rows in some formats that no line has in it. */
const rowMarks = /[\u001e\u0085\u2028\u2029]/;

/**
 * What separates a file that was read as one column. Undefined where it is one column: where most rows that have an
 * address are nothing else.
 */
export function otherSeparator(header: string, rows: readonly string[]): OtherSeparator | undefined {
  const names = header.slice(0, lookedAt);
  const addressed = rows.map((text) => text.slice(0, lookedAt)).filter((text) => text.includes('@'));
  const mark = headerMarks(names).find((each) => isMost(addressed, (text) => isSplitBy(text, names, each)));
  if (mark !== undefined) return { mark, between: 'columns' };
  return isMost(addressed, (text) => !isOneAddress(text))
    ? { mark: sharedMark(addressed), between: 'columns' }
    : undefined;
}

/** What separates the rows of a file whose first line, the header, goes on with people. */
export function rowMarkIn(header: string): string | undefined {
  const found = rowMarks.exec(header);
  return found !== null && header.includes('@', found.index) ? found[0] : undefined;
}

/** What stands around the separator in each place of the header, as in `email~|~name`. */
export function markAround(names: readonly string[], separator: string): string | undefined {
  const edge = String.raw`[^\p{L}\p{N}\s"'._@<>()\[\]?#:%-]+`;
  const ends = names.slice(0, -1).map((name) => new RegExp(`${edge}$`, 'u').exec(name.slice(-maxMarks))?.[0] ?? '');
  const begins = names.slice(1).map((name) => new RegExp(`^${edge}`, 'u').exec(name.slice(0, maxMarks))?.[0] ?? '');
  const [end, begin] = [ends[0] ?? '', begins[0] ?? ''];
  const isShared = ends.every((each) => each === end) && begins.every((each) => each === begin);
  return isShared && end !== '' && begin !== '' ? end + separator + begin : undefined;
}

const isMost = (rows: readonly string[], is: (row: string) => boolean): boolean =>
  rows.length > 0 && rows.filter(is).length > rows.length / 2;

/** Spaces count as one mark, however many there are, and come last: they may stand around another one. */
function headerMarks(header: string): readonly string[] {
  const marks = [...new Set([...header.matchAll(between)].map(([mark]) => (isSpace(mark) ? spaceIn(mark) : mark)))];
  return [...marks.filter((mark) => !isSpace(mark)), ...marks.filter(isSpace)].slice(0, maxMarks);
}

const isSpace = (text: string): boolean => text.trim() === '';
/** The rare one, where there is one: U+00A0 or a form feed. */
const spaceIn = (spaces: string): string => spaces.replaceAll(' ', '').charAt(0) || ' ';

function isSplitBy(row: string, header: string, mark: string): boolean {
  const names = partsOf(header, mark);
  if (!isSpace(mark) && row.split(mark).length === names.length) return true;
  const place = names.findIndex(looksLikeEmailName);
  const parts = partsOf(row, mark);
  return names.length > 1 && place >= 0 && parts.length > 1 && bareAddress.test(parts[place] ?? '');
}

const partsOf = (text: string, mark: string): readonly string[] =>
  text.split(isSpace(mark) ? /\s+/ : mark).map((part) => part.replaceAll('"', '').trim());

/** Something unseen between two letters: on both sides of it stands something else. */
const unseenBetween = /[^\s\p{Cc}\u200b](?:(?!\s)[\p{Cc}\u200b])+[^\s\p{Cc}\u200b]/u;

function isOneAddress(text: string): boolean {
  const cell = cellText(text) ?? '';
  return !unseenBetween.test(text) && (isAddressCell(cell) || !address.test(cell));
}

/** What stands behind the address in each row. */
function sharedMark(rows: readonly string[]): string | null {
  const marks = rows.flatMap((row) => {
    const found = address.exec(row);
    const behind = found === null ? '' : row.slice(found.index + found[0].length);
    return /^(?:\s+|[^\p{L}\p{N}\s]+)/u.exec(behind)?.[0] ?? [];
  });
  const [first] = marks;
  if (first === undefined) return null;
  if (isSpace(first)) return spaceIn(first);
  return marks.every((mark) => mark === first) ? first : null;
}
