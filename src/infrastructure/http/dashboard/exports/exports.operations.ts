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
  schema: { type: 'string', enum: exportKinds, description: 'Which list.' },
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
      'As the parameters of the list of emails, of contacts or of the recipients of a broadcast, which need `broadcast_id`. Without them: all. Suppressions have none.',
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
  reason: z.enum(exportFailures).nullable().describe('Why there is no file; null where it did not fail.'),
  rows: z.int().min(0).nullable().describe('So far, while it runs. Null: another process knows.'),
  size: z.int().min(0).nullable().describe('Of the file, in bytes; null until it is finished.'),
  created_at: isoTime,
  expires_at: isoTime.nullable().describe('When the file is destroyed; null until it is finished.'),
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
  summary: 'Make a file of what a list shows',
  description:
    'CSV, made in the background, and kept for 7 days or until it is deleted. Erasing a person destroys the files of the team.',
  body: RequestExportBody,
  status: 201,
  errors: { ...invalidBody, 404: ['not_found'] },
  answer: oneExport,
  examples: {
    emails: {
      summary: 'Bounced emails',
      request: { kind: 'emails', filters: { status: 'bounced' } },
      answer: running,
    },
    contacts: {
      summary: 'Contacts who get marketing, with their properties and topics',
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
  examples: { list: { summary: 'One is finished', answer: shown.listOf(finished) } },
  runs: ListExports,
  input: ({ teamId, page }) => ({ teamId, page }),
  present: inList(present),
});

const getExport = get({
  path: '/dashboard-api/exports/{id}',
  summary: 'Get an export, with its progress',
  answer: oneExport,
  examples: { finished: { summary: 'The file is there', answer: finished } },
  runs: GetExport,
  input: ({ teamId, path }) => ({ teamId, exportId: path.id }),
  present,
});

const deleteExport = remove({
  path: '/dashboard-api/exports/{id}',
  summary: 'Delete an export and its file',
  description: 'One in progress is canceled.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'The file is destroyed', answer: { object, id: running.id, deleted: true } } },
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
