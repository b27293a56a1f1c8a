import { z } from 'zod';
import type { ApiKeyDocument } from '../../../projections/api-keys/api-keys.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf, oneChanged, timestamp } from '../openapi/shared-schemas.js';

export const object = 'api_key' as const;
export const createdApiKey = oneChanged(object).extend({ token: z.string().describe('Shown once, here.') });
const row = z.strictObject({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  permission: z.enum(['full_access', 'sending_access', 'read_only']),
  domain_id: id.nullable().describe('The one domain that a sending key may send from; null: any.'),
  expires_at: timestamp.nullable().describe('From then on it opens nothing; null: it does not expire.'),
});
const pageRow = row.extend({
  token_start: z.string().nullable().describe('What its token begins with; null for keys of earlier versions.'),
  created_by: z.strictObject({ kind: z.string(), id: z.string() }),
  replaced_by: id.nullable().describe('The key that it was rotated for: it is valid until `expires_at` beside it.'),
});
export const apiKeyList = listOf(row);
export const pageKeyList = listOf(pageRow);
export const rotatedApiKey = createdApiKey.extend({
  former: z.strictObject({ id, valid_until: timestamp }).describe('The key that it takes the place of.'),
});

export function presentKey(key: ApiKeyDocument): Answer<typeof row> {
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

export function presentPageKey(key: ApiKeyDocument): Answer<typeof pageRow> {
  const { kind, id: by } = key.createdBy;
  return {
    ...presentKey(key),
    token_start: key.tokenStart,
    created_by: { kind, id: by },
    replaced_by: key.replacedBy,
  };
}

export const keyId = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';
export const created = { object, id: keyId, token: 're_V1StGXR8Z5jdHi6BmyT9kQ2wL4xN7cP0' } as const;
export const exampleKey = {
  id: keyId,
  name: 'Production',
  created_at: shown.createdAt,
  last_used_at: null,
  permission: 'full_access' as const,
  domain_id: null,
  expires_at: null,
};
