import { z } from 'zod';
import type { ApiKeyDocument } from '../../../projections/api-keys/api-keys.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf, oneChanged, timestamp } from '../openapi/shared-schemas.js';

export const object = 'api_key' as const;
export const createdApiKey = oneChanged(object).extend({
  token: z.string().describe('The token, shown only in this response.'),
});
const row = z.strictObject({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  permission: z.enum(['full_access', 'sending_access', 'read_only']),
  domain_id: id
    .nullable()
    .describe('The only domain from which a key with `sending_access` can send. Null for all domains.'),
  expires_at: timestamp.nullable().describe('The time at which the key expires. Null if it does not expire.'),
});
const pageRow = row.extend({
  token_start: z
    .string()
    .nullable()
    .describe('The first characters of the token. Null for keys that older versions created.'),
  created_by: z.strictObject({ kind: z.string(), id: z.string() }),
  replaced_by: id
    .nullable()
    .describe(
      'The key that replaced this key in a rotation. Both keys are valid until `expires_at`. Null if the key was not rotated.',
    ),
});
export const apiKeyList = listOf(row);
export const pageKeyList = listOf(pageRow);
export const rotatedApiKey = createdApiKey.extend({
  former: z.strictObject({ id, valid_until: timestamp }).describe('The previous key, which this key replaces.'),
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
