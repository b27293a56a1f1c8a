import { z } from 'zod';
import type { DomainView } from '../../../application/sending-domain/read-domains.js';
import type { ShownRecord } from '../../../application/sending-domain/shown-records.js';
import { type NameClaim, proofOf } from '../../../domain/sending-domain/name-claim.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, listOf, loggedText, timestamp } from '../openapi/shared-schemas.js';

const switchedOn = z.enum(['enabled', 'disabled']);
export const domainRowMembers = {
  id,
  name: loggedText,
  status: z
    .enum(['not_started', 'pending', 'verified', 'partially_verified', 'partially_failed', 'failed'])
    .describe(
      'The status of the domain. The domain can send while it is `verified`. It can also send while it is `partially_verified` or `partially_failed`, if it is verified for sending.',
    ),
  created_at: timestamp,
  region: loggedText,
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  capabilities: z.strictObject({ sending: switchedOn, receiving: switchedOn }),
};
const row = z.strictObject(domainRowMembers);
export const domainList = listOf(row);
const record = z.strictObject({
  record: z
    .enum(['SPF', 'DKIM', 'Receiving', 'Tracking', 'TrackingCAA'])
    .describe(
      'The purpose of the record. `TrackingCAA` exists only if CAA records limit which authorities can issue the certificate of the tracking subdomain.',
    ),
  name: loggedText.describe('The name to enter at the DNS provider of the registered domain.'),
  type: z.enum(['MX', 'TXT', 'CNAME', 'CAA']),
  ttl: z.literal('Auto'),
  status: z
    .enum(['not_started', 'pending', 'verified', 'temporary_failure', 'failed'])
    .describe(
      'The status of the record. `temporary_failure`: the record was published and is now missing; the domain can still send.',
    ),
  value: loggedText,
  priority: z.int().optional().describe('The priority. Present only for MX records.'),
});
export const domain = z.strictObject({
  object: z.literal('domain'),
  ...domainRowMembers,
  tracking_subdomain: loggedText.optional(),
  records: z.array(record),
});
export const domainClaim = z.strictObject({
  object: z.literal('domain_claim'),
  id,
  name: loggedText,
  status: z
    .enum(['pending', 'blocked', 'completed', 'expired', 'superseded', 'canceled', 'failed'])
    .describe(
      'The status of the claim. `blocked`: the record is published, but the name cannot move yet. `completed`: the domain belongs to your team.',
    ),
  domain_id: id.describe('The ID of your domain that was created with the claim.'),
  region: loggedText,
  record: z.strictObject({ type: z.literal('TXT'), name: loggedText, value: loggedText, ttl: z.literal('Auto') }),
  blocked_reason: z.enum(['grace_period', 'recent_owner_activity', 'pending_scheduled_emails']).nullable(),
  failure_reason: loggedText.nullable(),
  created_at: timestamp,
  expires_at: timestamp,
});

/** A row of GET /domains. */
export function presentDomainRow(document: DomainDocument): Answer<typeof row> {
  const { sending, receiving } = document.capabilities;
  return {
    id: document.id,
    name: document.name,
    // Clients know this status of records only; the domain sends on, as a verified one does.
    status: document.status === 'temporary_failure' ? 'verified' : document.status,
    created_at: restTimestamp(document.createdAt),
    region: document.region,
    open_tracking: document.openTracking,
    click_tracking: document.clickTracking,
    capabilities: { sending: switched(sending), receiving: switched(receiving) },
  };
}

/** GET /domains/{id}: with the DNS records that its owner is to publish. */
export function presentDomain({ document, records }: DomainView): Answer<typeof domain> {
  const { trackingSubdomain } = document;
  return {
    object: 'domain',
    ...presentDomainRow(document),
    ...(trackingSubdomain === null ? {} : { tracking_subdomain: trackingSubdomain }),
    records: records.map(presentRecord),
  };
}

function presentRecord({ expected, status }: ShownRecord): Answer<typeof record> {
  const { purpose, shownName, type, value, priority } = expected;
  const shown = { record: purpose, name: shownName, type, ttl: 'Auto', status, value } as const;
  return priority === undefined ? shown : { ...shown, priority };
}

const switched = (isOn: boolean) => (isOn ? 'enabled' : 'disabled');

/** A claim on a name, with the TXT record that proves it. */
export function presentDomainClaim(claim: NameClaim): Answer<typeof domainClaim> {
  const { claimId, opens, status, token, blockedReason, createdAt, expiresAt } = claim;
  return {
    object: 'domain_claim',
    id: claimId,
    name: opens.name,
    status,
    domain_id: opens.domainId,
    region: opens.region,
    record: { type: 'TXT', name: opens.name, value: proofOf(token), ttl: 'Auto' },
    blocked_reason: blockedReason,
    failure_reason: null,
    created_at: restTimestamp(createdAt),
    expires_at: restTimestamp(expiresAt),
  };
}
