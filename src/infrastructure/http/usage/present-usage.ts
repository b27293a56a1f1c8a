import type { GetUsageResult, PeriodUsage } from '../../../application/usage/get-usage.js';
import { restTimestamp } from '../edge/timestamp.js';

/** Stands for "no limit" where clients expect a number: the largest that each of them can hold. */
export const unlimited = 2_147_483_647;

/** Resources that this version does not have are shown as unused. */
export function presentUsage({ emails, domains, requestsPerSecond }: GetUsageResult) {
  const monthly = presentPeriod(emails.monthly);
  return {
    object: 'usage',
    emails: { daily: presentPeriod(emails.daily), monthly: { ...monthly, limit: monthly.limit ?? unlimited } },
    contacts: { used: 0, limit: unlimited },
    segments: { used: 0, limit: null },
    broadcasts: { used: 0, limit: null },
    ai_credits: { used: 0, limit: null, next_increase_at: null },
    automation_runs: { used: 0, limit: unlimited, resets_at: monthly.resets_at },
    domains: { used: domains, limit: null },
    rate_limit: { limit: requestsPerSecond ?? unlimited, duration: '1s' },
  } as const;
}

function presentPeriod({ used, limit, resetsAt }: PeriodUsage) {
  return { used, limit, sent: used, received: 0, resets_at: restTimestamp(resetsAt) };
}
