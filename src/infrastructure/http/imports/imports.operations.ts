import { z } from 'zod';
import { GetFailedRows } from '../../../application/import/failed-rows.js';
import { CancelImport, DeleteImport, GetImport, ListImports, UndoImport } from '../../../application/import/imports.js';
import { type ImportPreview, PreviewImport } from '../../../application/import/preview-import.js';
import { CreateImport } from '../../../application/import/upload-import.js';
import { consentSenses, standings } from '../../../domain/import/consent-columns.js';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import { encodings } from '../../../domain/import/encodings.js';
import { conflictRules, importFailures, separators } from '../../../domain/import/events.js';
import { type ImportDocument, importStatuses } from '../../../projections/imports/imports.projection.js';
import { partRefusals } from '../contacts/contacts.refusals.js';
import { invalid } from '../edge/errors/api-error.js';
import { inList, readPage } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { filters, oneOfFilter } from '../openapi/filters.js';
import { allOrPage, type Answer, invalidBody } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { changed, deleted, id, listOf, oneChanged, oneDeleted, timestamp } from '../openapi/shared-schemas.js';
import { FailedRowsController } from './failed-rows.controller.js';
import { correctRows, listFailedRows } from './failed-rows.operations.js';
import { presentMap } from './column-map.js';
import { fileRefusals, namesOf } from './file-refusals.js';
import { importForm, uploadedForm } from './imports.form.js';

const object = 'contact_import' as const;
const count = z.int().min(0);
const members = {
  id,
  status: z.enum(importStatuses),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
  counts: z
    .strictObject({ total: count, created: count, updated: count, skipped: count, failed: count })
    .describe('Rows so far. Skipped: a contact was there and `on_conflict` is `skip`, or the row said nothing new.'),
  progress: z.number().min(0).max(1).describe('How much of the file was read. An extra of this server.'),
  file_name: z.string().nullable().describe('An extra of this server; so are the following.'),
  on_conflict: z.enum(conflictRules),
  actor: z
    .strictObject({ kind: z.enum(['api-key', 'user', 'smtp-session', 'system', 'cli']), id: z.string() })
    .describe('Who uploaded the file.'),
  failure: z
    .strictObject({
      reason: z.enum(['canceled', ...importFailures]),
      line: z.int().nullable().describe('Of the file, where a row is the reason.'),
    })
    .nullable(),
  undo: z
    .strictObject({
      status: z
        .enum(['in_progress', 'completed', 'failed'])
        .describe('Failed: it ended the server twice at the same rows; the rows before stay undone.'),
      deleted: count.describe('Contacts that the import had made, and that had not been touched since.'),
      restored: count.describe('Contacts that are as before where nothing else was changed since.'),
      kept: count,
    })
    .nullable(),
  has_file: z.boolean().describe('The failed rows can be read, and the import undone: for 30 days.'),
};
const row = z.strictObject({ object: z.literal(object), ...members });
const importList = listOf(row);

function present(document: ImportDocument): Answer<typeof row> {
  const { id, status, createdAt, completedAt, counts, bytes, bytesRead, reason, undo } = document;
  const { created, updated, skipped, failed } = counts;
  return {
    object,
    id,
    status,
    created_at: restTimestamp(createdAt),
    completed_at: completedAt === null ? null : restTimestamp(completedAt),
    counts: { total: created + updated + skipped + failed, created, updated, skipped, failed },
    progress: bytes === 0 ? 1 : Math.min(1, bytesRead / bytes),
    file_name: document.fileName,
    on_conflict: document.onConflict,
    actor: document.actor,
    failure: reason === null ? null : { reason, line: document.line },
    undo:
      undo === null
        ? null
        : {
            status: undo.failedAtLine !== undefined ? 'failed' : undo.isOver ? 'completed' : 'in_progress',
            deleted: undo.deleted,
            restored: undo.restored,
            kept: undo.kept,
          },
    has_file: document.hasFile,
  };
}

const oneOrMany = z.union([z.string(), z.array(z.string())]);
const senses = consentSenses.map((sense) => [sense, oneOrMany.optional()] as const);
const columnMap = z.strictObject({
  email: z.string().optional(),
  ...byContactWireName(() => z.string().optional()),
  full_name: z.string().optional(),
  opt_in_at: oneOrMany.optional(),
  opt_in_ip: oneOrMany.optional(),
  unsubscribed_at: z.string().optional(),
  created_at: z.string().optional(),
  // Each of them is there by the same schema.
  ...(Object.fromEntries(senses) as Record<(typeof consentSenses)[number], z.ZodOptional<typeof oneOrMany>>),
  tags: oneOrMany.optional(),
  topics: z.record(z.string(), z.string()).optional(),
  properties: z.record(
    z.string(),
    z.strictObject({ column: z.string(), type: z.enum(['string', 'number']).optional() }),
  ),
});
const previewObject = 'contact_import_preview' as const;
const preview = z.strictObject({
  object: z.literal(previewObject),
  header: z.array(z.string()),
  separator: z.enum(separators),
  encoding: z.enum(encodings),
  encoding_seen: z.boolean().describe('Characters beyond ASCII were there to judge the encoding by, or it was chosen.'),
  source: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The service that the file was exported from, where the header tells.'),
  status: z
    .enum(standings)
    .nullable()
    .describe('What all people of the file are, by `status`, the header or the name of the file.'),
  question: z
    .strictObject({ columns: z.array(z.string()), status: z.enum(standings).nullable(), message: z.string() })
    .nullable()
    .describe('What an import of it is refused for until it is answered.'),
  column_map: columnMap.describe('As it was sent, or else what the names in the header suggest.'),
  new_properties: z.array(z.strictObject({ key: z.string(), type: z.enum(['string', 'number']) })),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      cells: z.array(z.string()),
      action: z.enum(['create', 'update', 'skip', 'fail']),
      reason: z.string().nullable(),
      status: z.enum(standings).nullable().describe('Where the person stands by the file; null where it does not say.'),
    }),
  ),
});

function presentPreview(found: ImportPreview): Answer<typeof preview> {
  const { header, separator, encoding, isEncodingSeen, service, standing, question, newProperties, rows } = found;
  return {
    object: previewObject,
    header,
    separator,
    encoding,
    encoding_seen: isEncodingSeen,
    source: service ?? null,
    status: standing ?? null,
    question: presentQuestion(question),
    column_map: presentMap(found.columnMap),
    new_properties: newProperties,
    rows: rows.map(({ standing: of, ...row }) => ({ ...row, status: of })),
  };
}

function presentQuestion(question: ImportPreview['question']) {
  if (question === undefined) return null;
  return question.refused === 'unanswered-columns'
    ? { columns: question.columns, status: null, message: fileRefusals['unanswered-columns'](question).message }
    : { columns: [], status: question.standing, message: fileRefusals['unanswered-file-name'](question).message };
}

const filter = filters({ status: oneOfFilter('status', importStatuses, 'Only imports in this status.') });
const importId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c9a';
const made = { object, id: importId };
const running = {
  ...made,
  status: 'in_progress',
  created_at: shown.createdAt,
  completed_at: null,
  counts: { total: 2000, created: 1990, updated: 7, skipped: 0, failed: 3 },
  progress: 0.4,
  file_name: 'contacts.csv',
  on_conflict: 'upsert',
  actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5b1d0f2a3c44' },
  failure: null,
  undo: null,
  has_file: true,
} as const;
const file = 'email,first_name\nann@example.com,Ann\n';
const stateErrors = { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] } as const;

const createImport = post({
  path: '/contacts/imports',
  summary: 'Import contacts from a file',
  description:
    'CSV in a form; the separator, the encoding and the columns of exports of other services are found. Applied in the background. Who had unsubscribed stays so, whatever the file says. A column that seems to say who agreed, and that is neither mapped nor ignored, is refused by its name.',
  form: importForm,
  status: 201,
  answer: oneChanged(object),
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: { created: { summary: 'A file with a header', request: { file, on_conflict: 'skip' }, answer: made } },
  runs: CreateImport,
  input: ({ context, request, options }) => ({ context, form: uploadedForm(request, options) }),
  present: changed(object),
});

const previewImport = post({
  path: '/contacts/imports/preview',
  summary: 'See what an import would do with the first 20 rows',
  description: 'Takes the form of an import, of which nothing is kept. An extra of this server.',
  form: importForm,
  answer: preview,
  errors: invalidBody,
  examples: {
    one: {
      summary: 'A contact that is not there yet',
      request: { file },
      answer: {
        object: previewObject,
        header: ['email', 'first_name'],
        separator: ',',
        encoding: 'utf-8',
        encoding_seen: false,
        source: null,
        status: null,
        question: null,
        column_map: { email: 'email', first_name: 'first_name', properties: {} },
        new_properties: [],
        rows: [{ line: 2, cells: ['ann@example.com', 'Ann'], action: 'create', reason: null, status: null }],
      },
    },
  },
  runs: PreviewImport,
  input: ({ teamId, request, options }) => ({ teamId, form: uploadedForm(request, options) }),
  present: presentPreview,
});

const listImports = get({
  path: '/contacts/imports',
  isPageRead: true,
  summary: 'List imports of contacts, newest first',
  parameters: [...filter.parameters, ...allOrPage],
  answer: importList,
  examples: { list: { summary: 'One import', answer: shown.listOf(running) } },
  runs: ListImports,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query), filter: filter.read(query) }),
  present: inList(present),
});

const getImport = get({
  path: '/contacts/imports/{id}',
  isPageRead: true,
  summary: 'Get an import, with its progress',
  answer: row,
  examples: { running: { summary: 'In progress', answer: running } },
  runs: GetImport,
  input: ({ teamId, path }) => ({ teamId, importId: path.id }),
  present,
});

const cancelImport = post({
  path: '/contacts/imports/{id}/cancel',
  summary: 'Cancel an import',
  description: 'Rows that were applied stay; see the undo. An extra of this server.',
  answer: oneChanged(object),
  examples: { canceled: { summary: 'No further row is read', answer: made } },
  errors: stateErrors,
  runs: CancelImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: changed(object),
});

const undoImport = post({
  path: '/contacts/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Contacts that it made and that were not touched since are deleted. Others leave the segments it added, lose the subscriptions it made, and have their fields back where nothing was changed since. An extra of this server.',
  answer: oneChanged(object),
  examples: { undone: { summary: 'It begins', answer: made } },
  errors: stateErrors,
  runs: UndoImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: changed(object),
});

const deleteImport = remove({
  path: '/contacts/imports/{id}',
  summary: 'Delete an import, its file and its failed rows',
  description: 'Its contacts stay. An extra of this server.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'The file is destroyed', answer: { ...made, deleted: true } } },
  errors: stateErrors,
  runs: DeleteImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: deleted(object),
});

export const importsHttp = httpPart({
  tag: { name: 'Imports', description: 'Contacts from a file.' },
  noun: 'Import',
  operations: [
    createImport,
    previewImport,
    listImports,
    getImport,
    cancelImport,
    undoImport,
    deleteImport,
    listFailedRows,
    correctRows,
  ],
  controllers: [FailedRowsController],
  useCases: [GetFailedRows],
  refusals: {
    ...partRefusals,
    ...fileRefusals,
    'missing-email-column': ({ header }) =>
      invalid(`The file has no column \`email\`; it has ${namesOf(header)}. Name the column with \`column_map\`.`),
    'unknown-column': ({ column, header }) =>
      invalid(`Invalid \`column_map\` field. The file has no column \`${column}\`; it has ${namesOf(header)}.`),
    'unmade-property': ({ key }) =>
      invalid(
        `Invalid \`column_map.properties.${key}\` field. No property has this key: give its \`type\`, and it is created.`,
      ),
    'bad-property-key': ({ key }) =>
      invalid(
        `Invalid \`column_map.properties.${key}\` field. A key has 1 to 50 letters, digits and underscores, and is not what each contact has already.`,
      ),
    'too-many': ({ most }) => invalid(`This team has ${most} contact properties, as many as it may have.`),
    'import-running': () => invalid('The import is in progress. Cancel it, or wait until it is over.'),
    'import-over': () => invalid('The import is over: nothing of it is left to cancel.'),
    'file-destroyed': () => invalid('The file of the import was destroyed: it can no longer be undone.'),
  },
});
