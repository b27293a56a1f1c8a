import { z } from 'zod';
import { id, listOf, timestamp } from './shared.js';

const switchedOn = z.enum(['enabled', 'disabled']);
const domainRowMembers = {
  id,
  name: z.string(),
  status: z.enum(['not_started', 'verified']),
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
  records: z.array(
    z.strictObject({
      record: z.literal('DKIM'),
      name: z.string().describe('As it is typed at the DNS host of the registered name.'),
      type: z.literal('TXT'),
      ttl: z.literal('Auto'),
      status: z.enum(['not_started', 'verified']),
      value: z.string(),
    }),
  ),
});
