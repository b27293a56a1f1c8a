import { contentChecks } from '../../../domain/template/check/finding.js';
import { baseUrl, flag, notes, oneOf, someOf, wholeNumber } from '../fields/fields.js';

export const limitFields = {
  RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000)
    .prefault('10')
    .register(notes, { says: 'Requests a second that a team may make, all its keys together; 0 for no limit.' }),
  DAILY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'Recipients that a team may write to in a day (UTC).',
    unset: 'none',
  }),
  MONTHLY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'Recipients that a team may write to in a month (UTC).',
    unset: 'none',
  }),
  RETENTION_DAYS: wholeNumber(1, 36_500).optional().register(notes, {
    says: 'How many days an email is kept after it reaches a final status; then its stream, keys and body are removed permanently.',
    unset: 'permanently',
  }),
  REQUEST_LOG_DAYS: wholeNumber(1, 36_500)
    .prefault('30')
    .register(notes, { says: 'How many days request logs are kept if RETENTION_DAYS is unset.' }),
  DOMAINS_PER_TEAM: wholeNumber(1, 100_000).prefault('1000').register(notes, {
    says: 'How many domains a team may have.',
  }),
  WEBHOOKS_PER_TEAM: wholeNumber(1, 100_000).prefault('50').register(notes, {
    says: 'How many endpoints of webhooks a team may have.',
  }),
  WEBHOOK_MESSAGES_PER_SECOND: wholeNumber(1, 1_000_000).prefault('1000').register(notes, {
    says: 'How many webhook messages a second a process sends for a team, all its endpoints together; the others wait.',
  }),
  WEBHOOK_REQUESTS_AT_ONCE: wholeNumber(1, 100_000).prefault('100').register(notes, {
    says: 'How many requests to the endpoints of a team a process has in progress at once; the others wait.',
  }),
  TEMPLATE_CHECK_REFUSES: someOf(contentChecks).optional().register(notes, {
    says: 'Names of findings with which no template is published, separated by commas.',
    unset: 'none',
  }),
  TEAM_CREATION: oneOf(['operator', 'first-team-admins', 'everyone']).prefault('first-team-admins').register(notes, {
    says: 'Who can create teams: the operator alone (`posthorn teams create`), also the admins of the first team, or everyone who can sign in.',
  }),
  TEAMS_PER_PERSON: wholeNumber(1, 1_000).prefault('10').register(notes, {
    says: 'How many teams a person can create; they share the limits of one team.',
  }),
  EXPORTS_PER_TEAM: wholeNumber(1, 1_000).prefault('20').register(notes, {
    says: 'How many exports a team keeps; they are deleted by the team, or after 7 days.',
  }),
  EXPORT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'How many megabytes the files of these exports take together.',
  }),
  IMAGE_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'How many megabytes the uploaded images of a team take together.',
  }),
  CONTENT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'How many megabytes the templates and broadcasts of a team take together, with published versions.',
  }),
  IMPORT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('200').register(notes, {
    says: 'How many megabytes the files of the imports of a team take together, for 30 days or until they are deleted; one file of IMPORT_MAX_BYTES always fits.',
  }),
  IMPORT_MAX_BYTES: wholeNumber(1_000, 2_000_000_000).prefault('52428800').register(notes, {
    says: 'How many bytes a file of contacts has at most that is imported.',
  }),
  SIGN_UPS_PER_DAY: wholeNumber(1, 10_000_000).prefault('2000').register(notes, {
    says: 'How many sign-ups the forms of a team take in a day; one network gets a tenth of them. The emails that ask for a confirmation are no part of its quotas.',
  }),
  INVITATIONS_PER_DAY: wholeNumber(1, 100_000).prefault('100').register(notes, {
    says: 'How many invitations a team can send in a day, and one person half of it; one address is sent 5 at most.',
  }),
  REVIEW_CHECKS_LINKS: flag.prefault('1').register(notes, {
    says: 'Whether the review of a broadcast asks each of its links once whether it answers.',
  }),
  RSPAMD_URL: baseUrl.optional().register(notes, {
    says: 'The rspamd that judges broadcasts in their review, such as http://127.0.0.1:11333.',
    unset: 'no spam score',
  }),
  ALLOW_PRIVATE_LINKS: flag.prefault('0').register(notes, {
    says: 'Lets links in emails lead to loopback and private addresses, and by http: for tests, and for networks that all recipients are in.',
  }),
  ALLOW_PRIVATE_FETCH: flag.prefault('0').register(notes, {
    says: 'Lets attachments be fetched from, and webhooks be sent to, private and loopback addresses, and webhooks go over http: for tests only.',
  }),
};
