import { z } from 'zod';
import { DeleteExport } from '../../../../application/export/delete-export.js';
import {
  GetExport,
  GetExportFile,
  ListExports,
  RequestExport,
  type ShownExport,
} from '../../../../application/export/exports.js';
import { type ExportFilters, type ExportKind, exportFailures, exportKinds } from '../../../../domain/export/events.js';
import { readRecipientFilter, recipientFilter } from '../../broadcasts/recipient-filter.js';
import { contactFilter } from '../../contacts/contacts.filters.js';
import { invalid, notFound } from '../../edge/errors/api-error.js';
import { Field, type FieldRule, isEmpty, required } from '../../edge/field.js';
import { inList } from '../../edge/page.js';
import { httpPart } from '../../http-part.js';
import { type Answer, invalidBody, page } from '../../openapi/operation.js';
import { get, post, remove } from '../../openapi/served.js';
import * as shown from '../../openapi/shared-examples.js';
import { deleted, id, isoTime, listOf, oneDeleted } from '../../openapi/shared-schemas.js';
import { findEmails } from '../emails/find-emails.operations.js';
import { readEmailFilter } from '../emails/find-emails.parameters.js';
import { ExportFileController } from './export-file.controller.js';

const kindRule: FieldRule<ExportKind> = {
  schema: { type: 'string', enum: exportKinds, description: 'The list to export.' },
  parse(value, field) {
    const kind = exportKinds.find((known) => known === value);
    return kind === undefined
      ? { problem: `Invalid \`${field}\` field. It must be one of ${exportKinds.join(', ')}.` }
      : { value: kind };
  },
};

const filterNames = [
  'search',
  'status',
  'from',
  'to',
  'domain',
  'api_key',
  'tag',
  'topic',
  'template',
  'bounce_reason',
] as const;
const recipientFilterNames = ['broadcast_id', 'type', 'email', 'bounce_type'] as const;
const contactFilterNames = ['segment_id', 'unsubscribed', 'opted_in', 'opted_out', 'form_id', 'import_id'] as const;
const filterSchemas = [
  ...recipientFilter.parameters,
  ...contactFilter.parameters,
  ...(findEmails.parameters ?? []),
].flatMap(({ name, schema, description }) =>
  [...filterNames, ...contactFilterNames, ...recipientFilterNames].some((known) => known === name)
    ? [[String(name), { ...Object(schema), description }] as const]
    : [],
);

const filtersRule: FieldRule<object> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(filterSchemas),
    description:
      'The filters, with the names of the parameters of the list (default: no filters). `broadcast-recipients` requires `broadcast_id`. `suppressions` has no filters.',
  },
  parse(value, field) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each))) }
      : { problem: `Invalid \`${field}\` field. It must be an object.` };
  },
};

/** POST /dashboard-api/exports */
export class RequestExportBody {
  @Field(kindRule, required) kind!: ExportKind;
  @Field(filtersRule) filters: object | undefined;
}

function filtersOf(kind: ExportKind, filters: object): ExportFilters {
  switch (kind) {
    case 'emails':
      return readEmailFilter(filters);
    case 'contacts':
      return contactFilter.read({ ...filters });
    case 'broadcast-recipients':
      return readRecipientFilter(filters);
    case 'suppressions':
      return {};
  }
}

const object = 'export' as const;
const members = {
  id,
  kind: z.enum(exportKinds),
  state: z.enum(['running', 'finished', 'failed']),
  reason: z.enum(exportFailures).nullable().describe('The reason why the export failed. Null if it did not fail.'),
  rows: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'The number of exported rows; while the export runs, the number of rows so far. Null if the number is unknown, for example because another process runs the export.',
    ),
  size: z.int().min(0).nullable().describe('The size of the file in bytes. Null until the export is finished.'),
  created_at: isoTime,
  expires_at: isoTime.nullable().describe('The time when the file is destroyed. Null until the export is finished.'),
};
export const oneExport = z.strictObject({ object: z.literal(object), ...members });
export const exportList = listOf(oneExport);

function present(shown: ShownExport): Answer<typeof oneExport> {
  const { id, kind, status, reason, rows, progress, bytes, createdAt, expiresAt } = shown;
  return {
    object,
    id,
    kind,
    state: status,
    reason,
    rows: rows ?? progress,
    size: bytes,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

const running = {
  object,
  id: '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f42',
  kind: 'emails',
  state: 'running',
  reason: null,
  rows: 0,
  size: null,
  created_at: '2026-01-02T03:04:05.678Z',
  expires_at: null,
} as const;
const finished = {
  ...running,
  state: 'finished',
  rows: 1200,
  size: 240_000,
  expires_at: '2026-01-09T03:04:06.912Z',
} as const;

const requestExport = post({
  path: '/dashboard-api/exports',
  summary: 'Export a list',
  description:
    'The server creates a CSV file in the background and stores it for 7 days. If a person is erased, all export files of the team are destroyed.',
  body: RequestExportBody,
  status: 201,
  errors: { ...invalidBody, 404: ['not_found'] },
  answer: oneExport,
  examples: {
    emails: {
      summary: 'An export of bounced emails',
      request: { kind: 'emails', filters: { status: 'bounced' } },
      answer: running,
    },
    contacts: {
      summary: 'An export of contacts who get marketing, with their properties and topics',
      request: { kind: 'contacts', filters: { unsubscribed: 'false' } },
      answer: { ...running, id: '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f43', kind: 'contacts' },
    },
  },
  runs: RequestExport,
  input: ({ context, body: { kind, filters = {} } }) => ({
    context,
    kind,
    filters: filtersOf(kind, filters),
  }),
  present,
});

const listExports = get({
  path: '/dashboard-api/exports',
  summary: 'List exports, newest first',
  parameters: page,
  answer: exportList,
  examples: { list: { summary: 'A finished export', answer: shown.listOf(finished) } },
  runs: ListExports,
  input: ({ teamId, page }) => ({ teamId, page }),
  present: inList(present),
});

const getExport = get({
  path: '/dashboard-api/exports/{id}',
  summary: 'Get an export and its progress',
  answer: oneExport,
  examples: { finished: { summary: 'A finished export', answer: finished } },
  runs: GetExport,
  input: ({ teamId, path }) => ({ teamId, exportId: path.id }),
  present,
});

const deleteExport = remove({
  path: '/dashboard-api/exports/{id}',
  summary: 'Delete an export and its file',
  description: 'An export in progress is canceled.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted export', answer: { object, id: running.id, deleted: true } } },
  runs: DeleteExport,
  input: ({ context, path }) => ({ context, exportId: path.id }),
  present: deleted(object),
});

export const exportsHttp = httpPart({
  noun: 'Export',
  operations: [requestExport, listExports, getExport, deleteExport],
  controllers: [ExportFileController],
  useCases: [GetExportFile],
  refusals: {
    'unknown-segment': () => notFound('Segment not found'),
    'unknown-broadcast': () => notFound('Broadcast not found'),
    'too-many-exports': ({ limit }) =>
      invalid(`This team has ${limit} exports in progress, as many as it may have. Wait until one of them finishes.`),
    'too-many-kept-exports': ({ limit }) =>
      invalid(`This team keeps ${limit} exports, as many as it may. Delete one that you no longer need.`),
    'exports-too-large': ({ limitBytes }) =>
      invalid(`The exports of this team take ${limitBytes / 1_000_000} MB, as much as they may. Delete some of them.`),
  },
});
