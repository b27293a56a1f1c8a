import { z } from 'zod';
import { contentChecks } from '../../../domain/template/check/finding.js';
import { baseUrl, flag, notes, oneOf, someOf, wholeNumber } from '../fields/fields.js';

export const limitFields = {
  RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000).prefault('10').register(notes, {
    says: 'The maximum number of requests per second of a team with all of its keys. 0: no limit.',
  }),
  DAILY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'The maximum number of recipients to whom a team can send email per day (UTC).',
    unset: 'none',
  }),
  MONTHLY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'The maximum number of recipients to whom a team can send email per month (UTC).',
    unset: 'none',
  }),
  RETENTION_DAYS: wholeNumber(1, 36_500).optional().register(notes, {
    says: 'The number of days for which an email is kept after it has reached a final status. The server then permanently removes the stream, the keys, and the body of the email.',
    unset: 'none; emails are kept permanently',
  }),
  REQUEST_LOG_DAYS: wholeNumber(1, 36_500)
    .prefault('30')
    .register(notes, { says: 'The number of days for which request logs are kept if RETENTION_DAYS is not set.' }),
  DOMAINS_PER_TEAM: wholeNumber(1, 100_000).prefault('1000').register(notes, {
    says: 'The maximum number of domains of a team.',
  }),
  WEBHOOKS_PER_TEAM: wholeNumber(1, 100_000).prefault('50').register(notes, {
    says: 'The maximum number of webhook endpoints of a team.',
  }),
  WEBHOOK_MESSAGES_PER_SECOND: wholeNumber(1, 1_000_000).prefault('1000').register(notes, {
    says: 'The maximum number of webhook messages per second that a process sends to all endpoints of a team. Further messages wait.',
  }),
  WEBHOOK_REQUESTS_AT_ONCE: wholeNumber(1, 100_000).prefault('100').register(notes, {
    says: 'The maximum number of simultaneous requests of a process to all endpoints of a team. Further requests wait.',
  }),
  TEMPLATE_CHECK_REFUSES: someOf(contentChecks).optional().register(notes, {
    says: 'The names of the findings that prevent the publication of a template, separated by commas.',
    unset: 'none',
  }),
  TEAM_CREATION: oneOf(['operator', 'first-team-admins', 'everyone']).prefault('first-team-admins').register(notes, {
    says: 'Who can create teams: only the operator (`posthorn teams create`), also the admins of the first team, or everyone who can sign in.',
  }),
  TEAMS_PER_PERSON: wholeNumber(1, 1_000).prefault('10').register(notes, {
    says: 'The maximum number of teams that a person can create. These teams share the limits of one team.',
  }),
  EXPORTS_PER_TEAM: wholeNumber(1, 1_000).prefault('20').register(notes, {
    says: 'The maximum number of stored exports of a team. The server deletes an export after 7 days, unless the team deletes it earlier.',
  }),
  EXPORT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'The maximum total size of the stored exports of a team, in megabytes.',
  }),
  IMAGE_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'The maximum total size of the uploaded images of a team, in megabytes.',
  }),
  CONTENT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('500').register(notes, {
    says: 'The maximum total size of the templates and broadcasts of a team, including published versions, in megabytes.',
  }),
  IMPORT_MEGABYTES_PER_TEAM: wholeNumber(1, 1_000_000).prefault('200').register(notes, {
    says: 'The maximum total size of the import files of a team, in megabytes. The server deletes a file after 30 days, unless the team deletes it earlier. A single file of up to IMPORT_MAX_BYTES is always accepted.',
  }),
  IMPORT_MAX_BYTES: wholeNumber(1_000, 2_000_000_000).prefault('52428800').register(notes, {
    says: 'The maximum size of an imported file of contacts, in bytes.',
  }),
  SIGN_UPS_PER_DAY: wholeNumber(1, 10_000_000).prefault('2000').register(notes, {
    says: "The maximum number of sign-ups per day through the forms of a team. A single network can use a tenth of this number. Confirmation emails of sign-ups do not count toward the team's quotas.",
  }),
  INVITATIONS_PER_DAY: wholeNumber(1, 100_000).prefault('100').register(notes, {
    says: 'The maximum number of invitations that a team can send per day. One person can send half of this number, and one address can receive at most 5.',
  }),
  REVIEW_CHECKS_LINKS: flag.prefault('1').register(notes, {
    says: 'Whether the review of a broadcast requests each link once to check whether it works.',
  }),
  RSPAMD_URL: baseUrl.optional().register(notes, {
    says: 'The URL of the rspamd server that scores a broadcast in its review, such as http://127.0.0.1:11333.',
    unset: 'none; the review shows no spam score',
  }),
  ALLOW_PRIVATE_LINKS: flag.prefault('0').register(notes, {
    says: 'Whether links in emails may use http, and may lead to loopback and private addresses. Use this for tests, and for networks that all recipients can reach.',
  }),
  ALLOW_PRIVATE_FETCH: flag.prefault('0').register(notes, {
    says: 'Whether the server fetches attachments from private and loopback addresses, and sends webhooks to such addresses and over http. Use this only for tests.',
  }),
};

const schema = z.object(limitFields);

export const limitsOf = (chosen: z.output<typeof schema>, webhookDelaysMs: readonly number[]) => ({
  /** Findings of the check of a content with which no template is published. */
  checkRefuses: chosen.TEMPLATE_CHECK_REFUSES ?? [],
  domainsPerTeam: chosen.DOMAINS_PER_TEAM,
  webhooksPerTeam: chosen.WEBHOOKS_PER_TEAM,
  /** Its limits are for the teams of one owner together. */
  webhookSending: {
    retryDelaysMs: webhookDelaysMs,
    perSecond: chosen.WEBHOOK_MESSAGES_PER_SECOND,
    atOnce: chosen.WEBHOOK_REQUESTS_AT_ONCE,
  },
  teamCreation: chosen.TEAM_CREATION,
  exports: {
    perTeam: chosen.EXPORTS_PER_TEAM,
    bytesPerTeam: chosen.EXPORT_MEGABYTES_PER_TEAM * 1_000_000,
  },
  diskBytesPerTeam: {
    images: chosen.IMAGE_MEGABYTES_PER_TEAM * 1_000_000,
    contents: chosen.CONTENT_MEGABYTES_PER_TEAM * 1_000_000,
    imports: Math.max(chosen.IMPORT_MEGABYTES_PER_TEAM * 1_000_000, chosen.IMPORT_MAX_BYTES),
  },
  review: { checksLinks: chosen.REVIEW_CHECKS_LINKS, rspamdUrl: chosen.RSPAMD_URL ?? null },
  importMaxBytes: chosen.IMPORT_MAX_BYTES,
  invitationsPerDay: chosen.INVITATIONS_PER_DAY,
  signUpsPerDay: chosen.SIGN_UPS_PER_DAY,
  teamsPerPerson: chosen.TEAMS_PER_PERSON,
  /** Requests a second and team; 0: no limit. */
  rateLimitPerSecond: chosen.RATE_LIMIT_PER_SECOND,
  /** Recipients a UTC day and a UTC month; null: no quota. */
  quotas: { daily: chosen.DAILY_QUOTA ?? null, monthly: chosen.MONTHLY_QUOTA ?? null },
  /** Null for no limit. */
  retentionDays: chosen.RETENTION_DAYS ?? null,
  requestLogDays: chosen.RETENTION_DAYS ?? chosen.REQUEST_LOG_DAYS,
  allowPrivateFetch: chosen.ALLOW_PRIVATE_FETCH,
  allowPrivateLinks: chosen.ALLOW_PRIVATE_LINKS,
});
