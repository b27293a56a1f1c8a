import { get } from '../openapi/operation.js';
import { usage } from './usage.answers.js';

const endOfDay = '2026-01-03 00:00:00.000000+00';
const endOfMonth = '2026-02-01 00:00:00.000000+00';

export const getUsage = get({
  path: '/usage',
  isPageRead: true,
  summary: 'What the team has used, and what it may use',
  answer: usage,
  errors: {},
  examples: {
    now: {
      summary: 'A monthly quota of 3,000',
      answer: {
        object: 'usage',
        emails: {
          daily: { used: 12, limit: null, sent: 12, received: 0, resets_at: endOfDay },
          monthly: { used: 345, limit: 3000, sent: 345, received: 0, resets_at: endOfMonth },
        },
        contacts: { used: 0, limit: -1 },
        segments: { used: 0, limit: null },
        broadcasts: { used: 0, limit: null },
        ai_credits: { used: 0, limit: null, next_increase_at: null },
        automation_runs: { used: 0, limit: -1, resets_at: endOfMonth },
        domains: { used: 1, limit: null },
        rate_limit: { limit: 10, duration: '1s' },
      },
    },
  },
});
