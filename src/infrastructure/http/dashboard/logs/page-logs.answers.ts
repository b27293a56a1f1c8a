import { z } from 'zod';
import type { LoggedRequest } from '../../../../application/request-log/read-logs.js';
import type { LogDocument } from '../../../../projections/logs/logs.projection.js';
import { isUuid } from '../../edge/uuid.js';
import { log, logList, presentLog, presentLogRow } from '../../logs/logs.answers.js';
import type { Answer } from '../../openapi/operation.js';
import { id, searchedListOf } from '../../openapi/shared-schemas.js';

const members = {
  api_key: z
    .strictObject({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('Null: a person in the dashboard asked, or a shared link was opened.'),
  duration_ms: z.number(),
};

const row = z.strictObject({ ...logList.shape.data.element.shape, ...members });
export const pageLogList = searchedListOf(row);
export const pageLog = z.strictObject({
  ...log.shape,
  ...members,
  idempotency_key: z.string().nullable().describe('Without addresses.'),
  email_ids: z.array(id).describe('The mails that it made, or the one that it was about.'),
  reference: z.string().nullable().describe('Where the API reference shows this endpoint.'),
});

type Names = ReadonlyMap<string, string>;

export function presentPageLogRow(document: LogDocument, names: Names): Answer<typeof row> {
  const { apiKeyId, durationMs } = document;
  return { ...presentLogRow(document), api_key: keyOf(apiKeyId, names), duration_ms: durationMs };
}

export function presentPageLog(found: LoggedRequest, names: Names, reference: string | null): Answer<typeof pageLog> {
  const { apiKeyId, durationMs, emailIds, endpoint } = found.request;
  return {
    ...presentLog(found),
    api_key: keyOf(apiKeyId, names),
    duration_ms: durationMs,
    idempotency_key: found.detail?.idempotencyKey ?? null,
    email_ids: emailIds.length > 0 ? emailIds : mailIn(endpoint),
    reference,
  };
}

function keyOf(id: string | null, names: Names) {
  return id === null ? null : { id, name: names.get(id) ?? null };
}

/** The mail that a path names, or that a shared link opened. */
function mailIn(endpoint: string): readonly string[] {
  const [, first = '', second] = endpoint.split('/');
  return /^emails?$/.test(first) && isUuid(second) ? [second] : [];
}
