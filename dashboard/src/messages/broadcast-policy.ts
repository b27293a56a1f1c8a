const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** How fast a broadcast is sent, what pauses it, and whether its page is public. */
export const broadcastPolicyWords = {
  saved: 'Sending settings saved',
  pace: 'Pace',
  paceIntro: 'Takes effect immediately, even while it is being sent.',
  perHour: 'Emails an hour',
  perHourHint: 'Limit, spread evenly over the hour. Empty: as fast as receivers take them.',
  unlimited: 'As fast as receivers take them',
  pauses: 'Pause automatically',
  pausesIntro: 'A broadcast that goes wrong stops early. It goes on only when someone resumes it.',
  bounces: 'Bounce rate',
  bouncesHint: 'Judged from 100 sent emails on.',
  complaints: 'Spam complaint rate',
  complaintsHint: 'Judged from 1,000 sent emails on. Gmail and Yahoo ask for less than 0.3%.',
  above: (share: number) => (share >= 1 ? 'Never pause' : `Pause above ${percent(share)}`),
  warmUp: 'Warm-up',
  warmUpIntro:
    'For a domain that has sent little so far: a limit for a day (UTC) that counts all emails of the domain. It doubles after a day that used 80% of it, unless more than 10% was deferred.',
  firstDay: 'First day',
  noWarmUp: 'No warm-up',
  startsWith: (emails: number) => `Start with ${emails.toLocaleString('en')} emails a day`,
  own: 'As set by the API',
  makePublic: 'Publish web page',
  makePrivate: 'Unpublish web page',
  published: 'The web page is public',
  publishedLater: 'The web page is public once it is sent',
  unpublished: 'The web page is no longer public',
  webPage: 'Web page',
  archive: 'Archive of its topic',
  notPublic: 'Not public',
} as const;
