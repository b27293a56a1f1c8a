/** Words of the usage. */
export const usageWords = {
  intro: 'Usage and limits for this team.',
  limits: 'Limits',
  mailsHint: 'Each recipient counts as one email when it is accepted. Days and months are in UTC.',
  today: 'Today',
  month: 'This month',
  domains: 'Domains',
  used: (used: string, limit: string | null) => (limit === null ? `${used} used, no limit` : `${used} of ${limit}`),
  full: 'Limit reached. Further requests are rejected.',
  nearly: 'Close to the limit.',
  resets: 'Resets',
  rate: 'Rate limit',
  rateNone: 'No rate limit',
  rateLimit: (count: string, duration: string) =>
    `${count} requests per ${duration.replace(/^1s$/, 'second')}; more get 429 with Retry-After. The dashboard doesn’t count.`,
  sent: 'Sent',
  sentHint:
    'Recipients by day of the first attempt. Scheduled email counts above when accepted, here when sent. Sandbox email counts above only.',
  span: 'Time range',
  period: 'Period (UTC)',
  spans: { day: 'Per day, this month', last: 'Per day, last month', month: 'Per month, last 12 months' },
  byDomain: 'By domain',
  byKey: 'By API key',
  name: 'Name',
  recipients: 'Recipients',
  share: 'Share',
  nothing: 'No emails sent in this period.',
} as const;
