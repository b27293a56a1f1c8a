/**
 * What a page contains, by its path: the palette finds the page by these words too, and shows them then. Only the
 * palette loads them, so that no page waits for them.
 */
export const pageContents: Readonly<Record<string, string>> = {
  '/emails': 'Sent and scheduled transactional messages, delivery status, resend, share, test email',
  '/received': 'Incoming messages, inbox, replies, attachments, threads',
  '/broadcasts': 'Newsletters and campaigns: editor, images, saved blocks, review, schedule, recipients, opens, clicks',
  '/templates': 'Layouts for transactional emails: editor, images, saved blocks, merge tags, variables, publish',
  '/domains': 'Senders, DNS records, SPF, DKIM, DMARC reports, return path, tracking of opens and clicks, verify, TLS',
  '/suppressions': 'Blocked addresses, bounces, spam complaints, block list, import a list, relay',
  '/queue': 'Waiting emails, retries, deferred, pause sending, drop',
  '/contacts': 'People, subscribers, recipients, audience, email addresses, consent, add, export, timeline',
  '/segments': 'Groups of contacts, filters, conditions, opened, clicked, audience, members',
  '/topics': 'Subscriptions, opt in and opt out, preferences, subscribers, newsletter types',
  '/contact-properties': 'Custom fields of contacts, merge tags, fallback values',
  '/imports': 'Upload contacts from a CSV file or spreadsheet, columns, failed rows, corrections, undo, subscribers',
  '/forms': 'Sign-up and subscribe forms, double opt-in, hosted page, embed code, confirmation email, wording, heading',
  '/unsubscribe-page': 'Opt out, preferences, leave, texts and logo of the page behind unsubscribe links',
  '/metrics': 'Charts of delivered, bounces, complaints, opens, clicks, deliverability, statistics, reports',
  '/usage': 'Limits, quotas, rate limit, emails per day and month, plan',
  '/api-keys': 'Tokens, credentials, permissions, developers, code example',
  '/webhooks': 'Event notifications, endpoints, signing secret, replay, delivery attempts',
  '/logs': 'API requests and responses, errors, status codes, debugging',
  '/activity': 'Audit log: who changed what, history',
  '/health': 'Server status, disk, certificates, warnings, background jobs, doctor',
  '/settings': 'Preferences, team, account',
  '/settings/profile': 'Your name, email address, account, clock, time format, language of dates',
  '/settings/security': 'Password, two-factor authentication, 2FA, authenticator app, passkeys, recovery codes',
  '/settings/sessions': 'Signed-in devices, browsers, sign out everywhere',
  '/settings/people': 'Members, teammates, users, roles, invitations, team name, leave the team',
  '/settings/brand': 'Logo, colors, fonts, footer, postal address, social links, language, buttons, design, style',
  '/settings/policy': 'Require two-factor authentication for members',
  '/settings/smtp': 'Host, ports, username, password, TLS, credentials for sending',
  '/settings/retention': 'How long data is kept, deletion, days, privacy',
  '/settings/exports': 'Download team data, archive, backup',
  '/settings/erasures': 'Delete a person, GDPR, privacy, right to be forgotten',
};

/** Other words for what a command does, by the path of its page. */
export const commandWords: Readonly<Record<string, string>> = {
  '/emails': 'try send message',
  '/domains': 'new create add sender DNS',
  '/suppressions': 'block new add email',
  '/contacts': 'new add person subscriber recipient',
  '/contact-properties': 'new add custom field',
  '/segments': 'new add group filter audience',
  '/imports': 'upload CSV file spreadsheet subscribers people list add',
  '/forms': 'new add sign-up subscribe opt-in embed',
  '/broadcasts': 'new add write newsletter campaign email',
  '/templates': 'new add write layout email',
  '/topics': 'new add subscription newsletter',
  '/api-keys': 'new add token credentials',
  '/webhooks': 'new create event notifications URL',
  '/settings/people': 'add new member user person invitation',
};
export const shellCommandWords = {
  scheme: 'color appearance mode',
  signOut: 'log out logout leave',
  switchTeam: 'change',
} as const;

/** Headings over what the server finds. */
export const foundWords = {
  broadcasts: 'Broadcasts',
  contacts: 'Contacts',
  templates: 'Templates',
  segments: 'Segments',
  topics: 'Topics',
  forms: 'Forms',
  properties: 'Properties',
  imports: 'Imports',
  emails: 'Emails',
  domains: 'Domains',
  webhooks: 'Webhook endpoints',
  people: 'People',
  keys: 'API keys',
  requests: 'Requests',
  noSubject: '(no subject)',
} as const;
