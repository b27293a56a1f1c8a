import { z } from 'zod';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';

const switchedOn = z.enum(['enabled', 'disabled']);
const domainRowMembers = {
  id,
  name: z.string(),
  status: z
    .enum(['not_started', 'pending', 'verified', 'partially_verified', 'partially_failed', 'failed'])
    .describe('It may send while it is `verified`, or where sending is the part of it that is.'),
  created_at: timestamp,
  region: z.string(),
  open_tracking: z.boolean(),
  click_tracking: z.boolean(),
  capabilities: z.strictObject({ sending: switchedOn, receiving: switchedOn }),
};
export const domainList = listOf(z.strictObject(domainRowMembers));
export const domain = z.strictObject({
  object: z.literal('domain'),
  ...domainRowMembers,
  tracking_subdomain: z.string().optional(),
  records: z.array(
    z.strictObject({
      record: z
        .enum(['SPF', 'DKIM', 'Receiving', 'Tracking', 'TrackingCAA'])
        .describe('`TrackingCAA`: only where CAA records say who may issue the certificate of the tracking subdomain.'),
      name: z.string().describe('As it is typed at the DNS host of the registered name.'),
      type: z.enum(['MX', 'TXT', 'CNAME', 'CAA']),
      ttl: z.literal('Auto'),
      status: z
        .enum(['not_started', 'pending', 'verified', 'temporary_failure', 'failed'])
        .describe('`temporary_failure`: it was there, and is gone since; mail is still sent.'),
      value: z.string(),
      priority: z.int().optional().describe('Of an MX record.'),
    }),
  ),
});
export const domainClaim = z.strictObject({
  object: z.literal('domain_claim'),
  id,
  name: z.string(),
  status: z
    .enum(['pending', 'blocked', 'completed', 'expired', 'superseded', 'canceled', 'failed'])
    .describe('`blocked`: the record is there, and the name does not move yet. `completed`: the domain is yours.'),
  domain_id: id.describe('The domain that was made for the claim.'),
  region: z.string(),
  record: z.strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string(), ttl: z.literal('Auto') }),
  blocked_reason: z.enum(['grace_period', 'recent_owner_activity', 'pending_scheduled_emails']).nullable(),
  failure_reason: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
});
export const changedDomain = z.strictObject({ object: z.literal('domain'), id });
export const deletedDomain = z.strictObject({ object: z.literal('domain'), id, deleted: z.literal(true) });
