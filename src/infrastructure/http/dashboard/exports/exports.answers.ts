import { z } from 'zod';
import type { ShownExport } from '../../../../application/export/exports.js';
import { exportKinds } from '../../../../domain/export/events.js';
import type { Answer } from '../../openapi/operation.js';
import { id, isoTime, listOf } from '../../openapi/shared-schemas.js';

const object = z.literal('export');
const members = {
  id,
  kind: z.enum(exportKinds),
  state: z.enum(['running', 'finished', 'failed']),
  reason: z
    .enum(['too-many-rows', 'too-large'])
    .nullable()
    .describe('Why there is no file; null where it did not fail.'),
  rows: z.int().min(0).nullable().describe('So far, while it runs. Null: another process knows.'),
  size: z.int().min(0).nullable().describe('Of the file, in bytes; null until it is finished.'),
  created_at: isoTime,
  expires_at: isoTime.nullable().describe('When the file is destroyed; null until it is finished.'),
};
export const oneExport = z.strictObject({ object, ...members });
export const exportList = listOf(oneExport);
export const deletedExport = z.strictObject({ object, id, deleted: z.literal(true) });

export function presentExport(shown: ShownExport): Answer<typeof oneExport> {
  const { id, kind, status, reason, rows, progress, bytes, createdAt, expiresAt } = shown;
  return {
    object: 'export',
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
