import { type ExportKind, exportKinds } from '../../../../domain/export/events.js';
import { bodySchema, Field, type FieldRule, required } from '../../edge/field.js';
import { get, id, listErrors, page, post, remove } from '../../openapi/operation.js';
import { listOf } from '../../openapi/shared-examples.js';
import { findEmails } from '../emails/find-emails.operations.js';
import { deletedExport, exportList, oneExport } from './exports.answers.js';

const kindRule: FieldRule<ExportKind> = {
  schema: { type: 'string', enum: exportKinds, description: 'Which list.' },
  parse(value, field) {
    const kind = exportKinds.find((known) => known === value);
    return kind === undefined
      ? { problem: `Invalid \`${field}\` field. It must be one of ${exportKinds.join(', ')}.` }
      : { value: kind };
  },
};

const filterNames = ['search', 'status', 'from', 'to', 'domain', 'api_key', 'tag'] as const;
const filterSchemas = (findEmails.parameters ?? []).flatMap(({ name, schema, description }) =>
  filterNames.some((known) => known === name) ? [[String(name), { ...Object(schema), description }] as const] : [],
);

const filtersRule: FieldRule<object> = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(filterSchemas),
    description: 'As the parameters of the list of emails. Absent: all of them. Suppressions have none.',
  },
  parse(value, field) {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be an object.` };
  },
};

/** POST /dashboard-api/exports */
export class RequestExportBody {
  @Field(kindRule, required) kind!: ExportKind;
  @Field(filtersRule) filters: object | undefined;
}

const running = {
  object: 'export',
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

export const requestExport = post({
  path: '/dashboard-api/exports',
  summary: 'Make a file of what a list shows',
  description:
    'CSV, made in the background, and kept for 7 days or until it is deleted. Erasing a person destroys the files of the team.',
  body: bodySchema(RequestExportBody),
  status: 201,
  answer: oneExport,
  examples: {
    emails: {
      summary: 'Mails that bounced',
      request: { kind: 'emails', filters: { status: 'bounced' } },
      answer: running,
    },
  },
});

export const listExports = get({
  path: '/dashboard-api/exports',
  summary: 'List exports, newest first',
  parameters: page,
  answer: exportList,
  errors: listErrors,
  examples: { list: { summary: 'One is finished', answer: listOf(finished) } },
});

export const getExport = get({
  path: '/dashboard-api/exports/{id}',
  summary: 'Get an export, with its progress',
  answer: oneExport,
  examples: { finished: { summary: 'The file is there', answer: finished } },
});

export const deleteExport = remove({
  path: '/dashboard-api/exports/{id}',
  summary: 'Delete an export and its file',
  description: 'One that is being made is given up.',
  answer: deletedExport,
  examples: {
    deleted: { summary: 'The file is destroyed', answer: { object: 'export', id: running.id, deleted: true } },
  },
});

export const getExportFile = get({
  path: '/dashboard-api/exports/{id}/file',
  summary: 'Download the file of an export',
  parameters: [id],
  answer: undefined,
  mediaType: 'text/csv',
  errors: { 404: ['not_found'], 422: ['invalid_parameter'], 503: ['application_error'] },
});
