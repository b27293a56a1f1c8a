import type { NameClaim } from '../../../domain/sending-domain/name-claim.js';
import { restTimestamp } from '../edge/timestamp.js';

/** A claim on a name, with the TXT record that proves it. */
export function presentDomainClaim(claim: NameClaim, txtPrefix: string) {
  const { claimId, opens, status, token, blockedReason, createdAt, expiresAt } = claim;
  return {
    object: 'domain_claim',
    id: claimId,
    name: opens.name,
    status,
    domain_id: opens.domainId,
    region: opens.region,
    record: { type: 'TXT', name: opens.name, value: `${txtPrefix}=${token}`, ttl: 'Auto' },
    blocked_reason: blockedReason,
    failure_reason: null,
    created_at: restTimestamp(createdAt),
    expires_at: restTimestamp(expiresAt),
  };
}
