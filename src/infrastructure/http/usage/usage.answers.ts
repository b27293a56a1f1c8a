import { z } from 'zod';
import { unlimited } from './present-usage.js';
import { timestamp } from '../openapi/shared-schemas.js';

const count = z.int().min(0);
const limit = z.int().describe(`${unlimited}: no limit.`);
const optionalLimit = z.int().nullable().describe('null: no limit.');
const period = {
  used: count.describe('Sent and received together.'),
  sent: count.describe('Recipients (to, cc and bcc) of accepted emails.'),
  received: count,
  resets_at: timestamp,
};

export const usage = z.strictObject({
  object: z.literal('usage'),
  emails: z.strictObject({
    daily: z.strictObject({ ...period, limit: optionalLimit }),
    monthly: z.strictObject({ ...period, limit }),
  }),
  contacts: z.strictObject({ used: count, limit }),
  segments: z.strictObject({ used: count, limit: optionalLimit }),
  broadcasts: z.strictObject({ used: count, limit: z.null() }),
  ai_credits: z.strictObject({ used: count, limit: optionalLimit, next_increase_at: timestamp.nullable() }),
  automation_runs: z.strictObject({ used: count, limit, resets_at: timestamp }),
  domains: z.strictObject({ used: count, limit: optionalLimit }),
  rate_limit: z.strictObject({ limit, duration: z.string() }),
});
