import type { ApiKeyDocument } from '../../../projections/api-keys/api-keys.projection.js';
import { restTimestamp } from '../edge/timestamp.js';

export function presentApiKey(key: ApiKeyDocument) {
  return {
    id: key.id,
    name: key.name,
    created_at: restTimestamp(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : restTimestamp(key.lastUsedAt),
  };
}
