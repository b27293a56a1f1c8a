import { z } from 'zod';
import type { SuppressionDocument } from '../../../projections/suppressions/suppressions.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, searchedListOf, timestamp } from '../openapi/shared-schemas.js';

const object = z.literal('suppression');

const rowMembers = {
  id,
  email: z
    .string()
    .meta({ 'x-logged': 'domains' })
    .describe('`[erased]` once the person was erased; the entry holds all the same.'),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source_id: id.nullable().describe('The email that bounced or was complained about.'),
  created_at: timestamp,
  scope: z.enum(['all', 'bulk']).describe('Which emails are kept from the address. An extra of this server.'),
  expires_at: timestamp.nullable().describe('Null: for good. Once past it holds nothing. An extra of this server.'),
};

export const addedSuppression = z.strictObject({ object, id });
export const addedSuppressions = z.strictObject({ data: z.array(addedSuppression) });
const row = z.strictObject(rowMembers);
export const suppressionList = searchedListOf(row);
export const oneSuppression = z.strictObject({ object, ...rowMembers });
export const removedSuppression = z.strictObject({ object, id, deleted: z.literal(true) });
export const removedSuppressions = z.strictObject({
  data: z.array(z.strictObject({ object, id, deleted: z.boolean().describe('False: it was not on the list.') })),
});

export function presentSuppression(entry: SuppressionDocument): Answer<typeof row> {
  const { email, origin, sourceId, createdAt, scope, expiresAt } = entry;
  return {
    id: entry.id,
    email,
    origin,
    source_id: sourceId,
    created_at: restTimestamp(createdAt),
    scope,
    expires_at: expiresAt === null ? null : restTimestamp(expiresAt),
  };
}
