import type { PropertyValue } from '../../domain/contact/events.js';
import type { ImportColumns } from '../../domain/import/events.js';
import type { ContactFields } from '../contact/write-contact.js';
import type { CsvRow } from './csv-rows.js';

/** The address as it is stored, or a sentence why the text is none. */
export type ReadAddress = (text: string) => { readonly address: string } | { readonly problem: string };

/** What one row says of a person. An empty cell says nothing. */
export interface RowRead {
  readonly fields: ContactFields & { readonly email: string };
  /** Undefined when the row does not say. */
  readonly isSubscribed: boolean | undefined;
}

const maxNameCharacters = 255;
const maxPropertyCharacters = 2_000;
const trueWords = ['true', 'yes', 'y', '1', 't'];
const falseWords = ['false', 'no', 'n', '0', 'f'];

/** The row as a contact, or why it is none. */
export function readContactRow(
  { cells, isCutOff }: CsvRow,
  columns: ImportColumns,
  readAddress: ReadAddress,
): RowRead | { readonly reason: string } {
  if (isCutOff) return { reason: 'a quote is opened and never closed' };
  const cellAt = (place: number | null) => (place === null ? undefined : textOf(cells[place]));
  const written = cellAt(columns.email);
  if (written === undefined) return { reason: 'no email address' };
  const read = readAddress(written);
  if ('problem' in read) return { reason: `not an email address: ${read.problem}` };
  const email = read.address;
  const [firstName, lastName] = [cellAt(columns.firstName), cellAt(columns.lastName)];
  if ([firstName, lastName].some((name) => name !== undefined && name.length > maxNameCharacters)) {
    return { reason: `a name has more than ${maxNameCharacters} characters` };
  }
  const unsubscribed = cellAt(columns.unsubscribed)?.toLowerCase();
  const isLeft = unsubscribed !== undefined && trueWords.includes(unsubscribed);
  if (unsubscribed !== undefined && !isLeft && !falseWords.includes(unsubscribed)) {
    return { reason: 'unsubscribed is neither true nor false' };
  }
  const properties: Record<string, PropertyValue> = {};
  for (const { key, column, type } of columns.properties) {
    const text = cellAt(column);
    if (text === undefined) continue;
    if (text.length > maxPropertyCharacters)
      return { reason: `${key} has more than ${maxPropertyCharacters} characters` };
    const value = type === 'number' ? Number(text) : text;
    if (typeof value === 'number' && !Number.isFinite(value)) return { reason: `${key} is not a number` };
    properties[key] = value;
  }
  return {
    fields: { email, firstName, lastName, ...(columns.properties.length === 0 ? {} : { properties }) },
    isSubscribed: unsubscribed === undefined ? undefined : !isLeft,
  };
}

/** Undefined for an empty cell. Our own files put an apostrophe before what a spreadsheet would take for a formula. */
function textOf(cell: string | undefined): string | undefined {
  const text = cell?.trim() ?? '';
  if (text === '') return undefined;
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}
