import { z } from 'zod';
import { id, listOf, timestamp } from './shared.js';

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
      record: z.enum(['SPF', 'DKIM', 'Receiving', 'Tracking']),
      name: z.string().describe('As it is typed at the DNS host of the registered name.'),
      type: z.enum(['MX', 'TXT', 'CNAME']),
      ttl: z.literal('Auto'),
      status: z
        .enum(['not_started', 'pending', 'verified', 'temporary_failure', 'failed'])
        .describe('`temporary_failure`: it was there, and is gone since; mail is still sent.'),
      value: z.string(),
      priority: z.int().optional().describe('Of an MX record.'),
    }),
  ),
});
export const changedDomain = z.strictObject({ object: z.literal('domain'), id });
export const deletedDomain = z.strictObject({ object: z.literal('domain'), id, deleted: z.literal(true) });
