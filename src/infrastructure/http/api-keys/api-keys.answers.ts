import { z } from 'zod';
import type { ApiKeyDocument } from '../../../projections/api-keys/api-keys.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';

export const createdApiKey = z.strictObject({
  object: z.literal('api_key'),
  id,
  token: z.string().describe('Shown once, here.'),
});
export const changedApiKey = z.strictObject({ object: z.literal('api_key'), id });
export const deletedApiKey = z.strictObject({ object: z.literal('api_key'), id, deleted: z.literal(true) });
const row = z.strictObject({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  permission: z.enum(['full_access', 'sending_access', 'read_only']),
  domain_id: id.nullable().describe('The one domain that a sending key may send from; null: any.'),
  expires_at: timestamp.nullable().describe('From then on it opens nothing; null: it does not expire.'),
});
export const apiKeyList = listOf(row);

export function presentApiKey(key: ApiKeyDocument): Answer<typeof row> {
  return {
    id: key.id,
    name: key.name,
    created_at: restTimestamp(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : restTimestamp(key.lastUsedAt),
    permission: key.permission,
    domain_id: key.domainId,
    expires_at: key.expiresAt === null ? null : restTimestamp(key.expiresAt),
  };
}
