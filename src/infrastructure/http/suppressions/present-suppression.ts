import type { SuppressionDocument } from '../../../projections/suppressions/suppressions.projection.js';
import { restTimestamp } from '../edge/timestamp.js';

export function presentSuppression({ id, email, origin, sourceId, createdAt, scope, expiresAt }: SuppressionDocument) {
  return {
    id,
    email,
    origin,
    source_id: sourceId,
    created_at: restTimestamp(createdAt),
    scope,
    expires_at: expiresAt === null ? null : restTimestamp(expiresAt),
  };
}
