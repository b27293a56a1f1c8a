import { z } from 'zod';
import { CorrectRows, ListFailedRows, mostCorrected } from '../../../application/import/failed-rows.js';
import { Field, type FieldRule, required } from '../edge/field.js';
import { invalidBody } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { changed, oneChanged } from '../openapi/shared-schemas.js';

/* What only the dashboard does with the rows of an import that failed: it shows them, and sends them corrected. */

const maxCells = 1_020;
const maxCellCharacters = 10_000;

const rows: FieldRule<readonly (readonly string[])[]> = {
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: mostCorrected,
    items: { type: 'array', maxItems: maxCells, items: { type: 'string', maxLength: maxCellCharacters } },
    description: 'The corrected rows, each with its cells in the order of the file’s header.',
  },
  parse(value, field) {
    const isRow = (row: unknown): row is readonly string[] =>
      Array.isArray(row) &&
      row.length <= maxCells &&
      row.every((cell) => typeof cell === 'string' && cell.length <= maxCellCharacters);
    return Array.isArray(value) && value.length >= 1 && value.length <= mostCorrected && value.every(isRow)
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a list of 1 to ${mostCorrected} lists of texts.` };
  },
};

const lines: FieldRule<readonly number[]> = {
  schema: {
    type: 'array',
    maxItems: mostCorrected,
    items: { type: 'integer', minimum: 1 },
    description:
      'The `line` of each row, in the same order. Rows that are imported then count as `corrected` in the first import, and no longer as failed.',
  },
  parse(value, field) {
    const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) >= 1;
    const isList = Array.isArray(value) && value.length <= mostCorrected && value.every(isLine);
    return isList && new Set(value).size === value.length
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a list of at most ${mostCorrected} different lines.` };
  },
};

class CorrectRowsBody {
  @Field(rows, required) rows!: readonly (readonly string[])[];
  @Field(lines) lines: readonly number[] | undefined;
}

const list = z.strictObject({
  object: z.literal('list'),
  header: z.array(z.string()).describe('The column names in the header of the file.'),
  data: z.array(
    z.strictObject({
      line: z.int().describe('The number of the line in the file.'),
      cells: z.array(z.string()),
      reason: z.string().describe('The reason why the row failed.'),
    }),
  ),
  has_more: z.boolean(),
});

export const listFailedRows = get({
  path: '/dashboard-api/contacts/imports/{id}/corrections',
  summary: `List the first ${mostCorrected} failed rows of an import`,
  answer: list,
  examples: {
    list: {
      summary: 'A row with an invalid address',
      answer: {
        object: 'list',
        header: ['email', 'first_name'],
        data: [{ line: 3, cells: ['ann', 'Ann'], reason: 'not an email address: An address needs an @' }],
        has_more: false,
      },
    },
  },
  runs: ListFailedRows,
  input: ({ teamId, path }) => ({ teamId, importId: path.id }),
  present: ({ header, rows: data, hasMore }) => ({
    object: 'list' as const,
    header: [...header],
    data: data.map(({ line, cells, reason }) => ({ line, cells: [...cells], reason })),
    has_more: hasMore,
  }),
});

const object = 'contact_import' as const;

export const correctRows = post({
  path: '/dashboard-api/contacts/imports/{id}/corrections',
  summary: 'Import corrected rows of an import',
  description: 'Creates a separate import with the columns and the settings of the first import.',
  body: CorrectRowsBody,
  status: 201,
  errors: { ...invalidBody, 404: ['not_found'] },
  answer: oneChanged(object),
  examples: {
    corrected: {
      summary: 'A row with a corrected address',
      request: { rows: [['ann@example.com', 'Ann']], lines: [3] },
      answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c9b' },
    },
  },
  runs: CorrectRows,
  input: ({ context, path, body }) => ({ context, importId: path.id, rows: body.rows, lines: body.lines ?? [] }),
  present: changed(object),
});
