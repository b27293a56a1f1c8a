/** Words of the usage. */
export const usageWords = {
  intro: 'What the team has used, and what it may use.',
  mails: 'Mail',
  mailsHint: 'Each recipient counts as one, when the mail is accepted. Days and months are counted in UTC.',
  today: 'Today',
  month: 'This month',
  domains: 'Domains',
  inUse: 'In use',
  used: (used: string, limit: string | null) => (limit === null ? `${used} used, no limit` : `${used} of ${limit}`),
  full: 'Used up: what is more is refused.',
  nearly: 'Nearly used up.',
  resets: 'Starts again',
  rate: 'Rate limit',
  rateNone: 'The team may ask as often as it likes.',
  rateLimit: (count: string, duration: string) =>
    `Programs of the team may ask ${count} times in ${duration}. What is more is refused with the time to wait. This page does not count.`,
  sent: 'What was sent',
  sentHint:
    'Recipients that something was sent to, on the day when their mail was first tried. A mail for later counts above when it is accepted, and here when its time comes.',
  span: 'Time',
  spans: { day: 'Per day, this month', last: 'Per day, last month', month: 'Per month, last 12 months' },
  byDomain: 'By domain',
  byKey: 'By API key',
  name: 'Name',
  recipients: 'Recipients',
  share: 'Compared',
  nothing: 'Nothing was sent in this time.',
} as const;
