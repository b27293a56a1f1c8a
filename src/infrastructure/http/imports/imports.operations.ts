import { GetFailedRows } from '../../../application/import/failed-rows.js';
import { CancelImport, DeleteImport, GetImport, ListImports, UndoImport } from '../../../application/import/imports.js';
import { PreviewImport } from '../../../application/import/preview-import.js';
import { CreateImport } from '../../../application/import/upload-import.js';
import { importStatuses } from '../../../projections/imports/imports.projection.js';
import { partRefusals } from '../contacts/contacts.refusals.js';
import { invalid } from '../edge/errors/api-error.js';
import { inList, readPage } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { filters, oneOfFilter } from '../openapi/filters.js';
import { allOrPage, invalidBody } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted } from '../openapi/shared-schemas.js';
import { FailedRowsController } from './failed-rows.controller.js';
import { correctRows, listFailedRows } from './failed-rows.operations.js';
import { fileRefusals, namesOf } from './file-refusals.js';
import { importList, object, present, presentPreview, preview, previewObject, row } from './imports.answers.js';
import { importForm, uploadedForm } from './imports.form.js';

const filter = filters({ status: oneOfFilter('status', importStatuses, 'Only imports with this status.') });
const importId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c9a';
const made = { object, id: importId };
const running = {
  ...made,
  status: 'in_progress',
  created_at: shown.createdAt,
  completed_at: null,
  counts: { total: 2000, created: 1990, updated: 7, skipped: 0, failed: 3 },
  corrected: 0,
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
    'Send a CSV file in a form. The separator, the encoding, and the columns of exports of other services are detected, and the file is imported in the background. An import never resubscribes people who unsubscribed. If a column seems to contain consent, and you neither map nor ignore it, the request is refused with the name of the column.',
  form: importForm,
  status: 201,
  answer: oneChanged(object),
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: {
    created: {
      summary: 'An import that skips existing contacts',
      request: { file, on_conflict: 'skip' },
      answer: made,
    },
  },
  runs: CreateImport,
  input: ({ context, request, options }) => ({ context, form: uploadedForm(request, options) }),
  present: changed(object),
});

const previewImport = post({
  path: '/contacts/imports/preview',
  summary: 'Preview the first 20 rows of an import',
  description:
    'Accepts the same form as an import and stores nothing. Posthorn only: other servers of this API do not have it.',
  form: importForm,
  answer: preview,
  errors: invalidBody,
  examples: {
    one: {
      summary: 'A row that would create a contact',
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
  summary: 'List imports, newest first',
  parameters: [...filter.parameters, ...allOrPage],
  answer: importList,
  examples: { list: { summary: 'A list with one import', answer: shown.listOf(running) } },
  runs: ListImports,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query), filter: filter.read(query) }),
  present: inList(present),
});

const getImport = get({
  path: '/contacts/imports/{id}',
  isPageRead: true,
  summary: 'Get an import and its progress',
  answer: row,
  examples: { running: { summary: 'An import in progress', answer: running } },
  runs: GetImport,
  input: ({ teamId, path }) => ({ teamId, importId: path.id }),
  present,
});

const cancelImport = post({
  path: '/contacts/imports/{id}/cancel',
  summary: 'Cancel an import',
  description:
    'Rows that were already imported remain. To remove them, undo the import. Posthorn only: other servers of this API do not have it.',
  answer: oneChanged(object),
  examples: { canceled: { summary: 'A canceled import', answer: made } },
  errors: stateErrors,
  runs: CancelImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: changed(object),
});

const undoImport = post({
  path: '/contacts/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Deletes the contacts that the import created, unless they have changed since then. For other contacts, removes the segments and the opt-in subscriptions that the import added, and restores fields that have not changed since then. Posthorn only: other servers of this API do not have it.',
  answer: oneChanged(object),
  examples: { undone: { summary: 'An undo that has begun', answer: made } },
  errors: stateErrors,
  runs: UndoImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: changed(object),
});

const deleteImport = remove({
  path: '/contacts/imports/{id}',
  summary: 'Delete an import, its file, and its failed rows',
  description: 'The imported contacts are not deleted. Posthorn only: other servers of this API do not have it.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted import', answer: { ...made, deleted: true } } },
  errors: stateErrors,
  runs: DeleteImport,
  input: ({ context, path }) => ({ context, importId: path.id }),
  present: deleted(object),
});

export const importsHttp = httpPart({
  tag: { name: 'Imports', description: 'Imports of contacts from CSV files.' },
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
