import type { OtherSeparator } from '../../../application/import/other-separator.js';
import type { OtherFormat } from '../../../application/import/not-csv.js';
import { maxColumns } from '../../../application/import/file-head.js';
import type { Question } from '../../../application/import/plan-import.js';
import { contactWireNames } from '../../../domain/shared/contact-fields.js';
import { invalid } from '../edge/errors/api-error.js';

const asCsv = 'open it, save it as CSV (UTF-8), and import that file.';
const formats: Readonly<Record<OtherFormat, string>> = {
  xlsx: `an Excel workbook: ${asCsv}`,
  xls: `an Excel workbook: ${asCsv}`,
  ods: `an OpenDocument spreadsheet: ${asCsv}`,
  numbers: `a Numbers spreadsheet: ${asCsv}`,
  zip: 'a ZIP archive: unpack it, and import each CSV file in it, those of people who left or bounced too.',
  compressed: 'compressed: unpack it, and import the CSV file in it.',
  pdf: 'a PDF: export the contacts as CSV.',
  json: 'JSON: export the contacts as CSV.',
  html: 'a web page: export the contacts as CSV.',
  vcard: 'a file of vCards: export the contacts as CSV.',
};

/** Why a file cannot be read, or what has to be answered before. */
export const fileRefusals = {
  'no-header': () => invalid('The file has no header: its first line must name the columns.'),
  'other-separator': ({ mark, between }: OtherSeparator) =>
    invalid(
      between === 'rows'
        ? `The rows of the file are separated by ${shownMark(mark)}. Save it with a line break after each row.`
        : `The columns of the file are separated by ${shownMark(mark)}. Save it with commas, semicolons, tabs or pipes between them.`,
    ),
  'row-as-header': () =>
    invalid(
      `The file has no header: its first line holds an email address. Put a line above it that names the columns, for example \`${['email', ...contactWireNames].join()}\`.`,
    ),
  'too-many-columns': () =>
    invalid(`The file has more than ${maxColumns} columns: keep those that are to be imported.`),
  'not-csv': ({ format }: { readonly format: OtherFormat }) => invalid(`The file is ${formats[format]}`),
  'unanswered-columns': ({ columns }: Extract<Question, { readonly refused: 'unanswered-columns' }>) =>
    invalid(
      `${columns.length === 1 ? 'The column' : 'The columns'} ${namesOf(columns)} may say who agreed or left, and nothing says how to read ${columns.length === 1 ? 'it' : 'them'}. Name ${columns.length === 1 ? 'it' : 'each'} in \`column_map\` (\`status\`, \`unsubscribed\`, \`subscribed\`, \`opt_in\`, \`confirmed\`, \`bounced\` or \`complained\`), or in \`ignore_columns\`.`,
    ),
  'unanswered-file-name': ({ standing }: Extract<Question, { readonly refused: 'unanswered-file-name' }>) =>
    invalid(
      `By the name of the file its people may be \`${standing}\`. Say with \`status\` what they are; \`subscribed\` for people who agreed.`,
    ),
};

/** A character that no eye sees by its code, such as U+001F. */
function shownMark(mark: string | null): string {
  if (mark === null) return 'text that is none of our separators';
  if (mark === ' ') return 'spaces';
  const isSeen = (character: string) => /[^\p{C}\p{Z}]/u.test(character);
  const codeOf = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return [...mark].every(isSeen)
    ? `\`${mark}\``
    : [...mark].map((each) => (isSeen(each) ? `\`${each}\`` : codeOf(each))).join(' ');
}

const maxNamed = 20;
export function namesOf(header: readonly string[]): string {
  const named = header.slice(0, maxNamed).map((name) => `\`${name}\``);
  return `${named.join(', ')}${header.length > maxNamed ? ' and others' : ''}`;
}
