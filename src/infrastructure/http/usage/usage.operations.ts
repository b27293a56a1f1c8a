import { z } from 'zod';
import { GetUsage, type GetUsageResult, type PeriodUsage } from '../../../application/usage/get-usage.js';
import { mostSegments } from '../../../application/segment/segments.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import type { Answer } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { loggedText, timestamp } from '../openapi/shared-schemas.js';

/** Stands for "no limit" where clients expect a number: the largest that each of them can hold. */
const unlimited = 2_147_483_647;

const count = z.int().min(0);
const limit = z.int().describe(`The limit. ${unlimited} if there is no limit.`);
const optionalLimit = z.int().nullable().describe('The limit. Null if there is no limit.');
const period = {
  used: count.describe('The sum of `sent` and `received`.'),
  sent: count.describe('The number of recipients (To, Cc, and Bcc) of accepted emails.'),
  received: count.describe('The number of received emails that are still stored. The limit does not apply to them.'),
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
  rate_limit: z.strictObject({ limit, duration: loggedText }),
});

/** Resources that this version does not have are shown as unused. */
function present({
  emails,
  domains,
  contacts,
  segments,
  broadcasts,
  requestsPerSecond,
}: GetUsageResult): Answer<typeof usage> {
  const monthly = presentPeriod(emails.monthly);
  return {
    object: 'usage',
    emails: { daily: presentPeriod(emails.daily), monthly: { ...monthly, limit: monthly.limit ?? unlimited } },
    contacts: { used: contacts, limit: unlimited },
    segments: { used: segments, limit: mostSegments },
    broadcasts: { used: broadcasts, limit: null },
    ai_credits: { used: 0, limit: null, next_increase_at: null },
    automation_runs: { used: 0, limit: unlimited, resets_at: monthly.resets_at },
    domains: { used: domains, limit: null },
    rate_limit: { limit: requestsPerSecond ?? unlimited, duration: '1s' },
  };
}

function presentPeriod({ sent, received, limit, resetsAt }: PeriodUsage) {
  return { used: sent + received, limit, sent, received, resets_at: restTimestamp(resetsAt) };
}

const endOfDay = '2026-01-03 00:00:00.000000+00';
const endOfMonth = '2026-02-01 00:00:00.000000+00';

const getUsage = get({
  path: '/usage',
  isPageRead: true,
  summary: 'Get the usage and the limits of the team',
  answer: usage,
  examples: {
    now: {
      summary: 'The usage of a team with a monthly quota of 3,000 recipients',
      answer: {
        object: 'usage',
        emails: {
          daily: { used: 12, limit: null, sent: 12, received: 0, resets_at: endOfDay },
          monthly: { used: 345, limit: 3000, sent: 345, received: 0, resets_at: endOfMonth },
        },
        contacts: { used: 120, limit: unlimited },
        segments: { used: 2, limit: 1000 },
        broadcasts: { used: 4, limit: null },
        ai_credits: { used: 0, limit: null, next_increase_at: null },
        automation_runs: { used: 0, limit: unlimited, resets_at: endOfMonth },
        domains: { used: 1, limit: null },
        rate_limit: { limit: 10, duration: '1s' },
      },
    },
  },
  runs: GetUsage,
  input: ({ teamId }) => ({ teamId }),
  present,
});

export const usageHttp = httpPart({
  tag: { name: 'Usage', description: 'The usage and the limits of the team.' },
  noun: 'Usage',
  operations: [getUsage],
});
