import { z } from 'zod';
import type { ImportPreview } from '../../../application/import/preview-import.js';
import { consentSenses, standings } from '../../../domain/import/consent-columns.js';
import { encodings } from '../../../domain/import/encodings.js';
import { conflictRules, importFailures, separators } from '../../../domain/import/events.js';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import { type ImportDocument, importStatuses } from '../../../projections/imports/imports.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';
import { presentMap } from './column-map.js';
import { fileRefusals } from './file-refusals.js';

export const object = 'contact_import' as const;
const count = z.int().min(0);
const members = {
  id,
  status: z.enum(importStatuses),
  created_at: timestamp,
  completed_at: timestamp.nullable(),
  counts: z
    .strictObject({ total: count, created: count, updated: count, skipped: count, failed: count })
    .describe(
      'The number of processed rows by result. `skipped`: the contact exists and `on_conflict` is `skip`, or the row contains nothing new.',
    ),
  corrected: count.describe(
    'The number of failed rows that were corrected and imported since. They do not count in `failed`. Posthorn only: other servers of this API do not have it.',
  ),
  progress: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'The share of the file that was read, from 0 to 1. Posthorn only: other servers of this API do not have it.',
    ),
  file_name: z
    .string()
    .nullable()
    .describe(
      'The name of the file. Null if it is not known, or if the import was deleted. Posthorn only, as are the following fields: other servers of this API do not have them.',
    ),
  on_conflict: z.enum(conflictRules),
  actor: z
    .strictObject({ kind: z.enum(['api-key', 'user', 'smtp-session', 'system', 'cli']), id: z.string() })
    .describe('The user, API key, or other actor that uploaded the file.'),
  failure: z
    .strictObject({
      reason: z.enum(['canceled', ...importFailures]),
      line: z
        .int()
        .nullable()
        .describe('The number of the line in the file that caused the failure. Null if no line caused it.'),
    })
    .nullable(),
  undo: z
    .strictObject({
      status: z
        .enum(['in_progress', 'completed', 'failed'])
        .describe(
          '`failed`: the server stopped unexpectedly twice at the same rows. Rows that were undone before remain undone.',
        ),
      deleted: count.describe(
        'The number of deleted contacts: the import created them, and they had not changed since.',
      ),
      restored: count.describe(
        'The number of contacts from which the changes of the import were removed, except in fields that had changed since.',
      ),
      kept: count,
    })
    .nullable(),
  has_file: z
    .boolean()
    .describe(
      'True while the file is stored, which is at most 30 days. As long as it is stored, you can download the failed rows and undo the import.',
    ),
};
export const row = z.strictObject({ object: z.literal(object), ...members });
export const importList = listOf(row);

export function present(document: ImportDocument): Answer<typeof row> {
  const { id, status, createdAt, completedAt, counts, bytes, bytesRead, reason, undo } = document;
  const { created, updated, skipped } = counts;
  const corrected = Object.values(document.corrected).reduce((sum, rows) => sum + rows, 0);
  // A line that two people have corrected at the same moment was applied twice.
  const failed = Math.max(0, counts.failed - corrected);
  return {
    object,
    id,
    status,
    created_at: restTimestamp(createdAt),
    completed_at: completedAt === null ? null : restTimestamp(completedAt),
    counts: { total: created + updated + skipped + counts.failed, created, updated, skipped, failed },
    corrected: counts.failed - failed,
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
export const previewObject = 'contact_import_preview' as const;
export const preview = z.strictObject({
  object: z.literal(previewObject),
  header: z.array(z.string()),
  separator: z.enum(separators),
  encoding: z.enum(encodings),
  encoding_seen: z.boolean().describe('True if the encoding was given, or was detected from characters outside ASCII.'),
  source: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .describe(
      'The service from which the file was exported. Null if the header does not match the exports of a known service.',
    ),
  status: z
    .enum(standings)
    .nullable()
    .describe(
      'The status of all people in the file, from `status`, the header, or the file name. Null if none of them sets it.',
    ),
  question: z
    .strictObject({ columns: z.array(z.string()), status: z.enum(standings).nullable(), message: z.string() })
    .nullable()
    .describe('What you must specify before you can import the file. Null if nothing is missing.'),
  column_map: columnMap.describe(
    'The mapping of columns: the one in the request, or the one that was recognized from the header.',
  ),
  new_properties: z.array(z.strictObject({ key: z.string(), type: z.enum(['string', 'number']) })),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      cells: z.array(z.string()),
      action: z.enum(['create', 'update', 'skip', 'fail']),
      reason: z.string().nullable(),
      status: z
        .enum(standings)
        .nullable()
        .describe('The status of the person, according to the file. Null if the file does not contain it.'),
    }),
  ),
});

export function presentPreview(found: ImportPreview): Answer<typeof preview> {
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
