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
    .describe('Rows so far. Skipped: a contact was there and `on_conflict` is `skip`, or the row said nothing new.'),
  corrected: count.describe(
    'Rows that failed and were applied corrected since; not in `failed`. An extra of this server.',
  ),
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
