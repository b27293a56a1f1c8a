import { z } from 'zod';
import { domain, domainClaim } from '../domains/domains.answers.js';
import { email } from '../emails/emails.answers.js';
import { addresses, id, isoTime, listOf, replyMembers } from '../openapi/shared-schemas.js';

export const status = z.strictObject({
  object: z.literal('status'),
  delivery: z.strictObject({
    state: z.enum(['running', 'held']).describe('`held`: since a restore, until `posthorn resume`; nothing is sent.'),
    held_since: isoTime.nullable(),
  }),
});
const recipients = z.int().min(0);
export const queue = z.strictObject({
  object: z.literal('queue'),
  complete: z.boolean().describe('False: there is more than is counted here.'),
  data: z
    .array(
      z.strictObject({
        domain: z.string().nullable().describe('Null: erased.'),
        due: recipients.describe('Recipients that could be sent to now.'),
        waiting: recipients.describe('Recipients that wait for their next try or for their time.'),
        in_attempt: recipients,
        next_at: isoTime.nullable(),
        last_reply: z
          .string()
          .nullable()
          .describe('Of the last try that came to nothing, such as `451 4.7.1 at rcpt`; null: none is known.'),
        paused: z.strictObject({ until: isoTime.nullable(), reason: z.string() }).nullable(),
        first_email_id: id.describe('A mail in an attempt, or the one that is due first.'),
      }),
    )
    .describe('One for each domain and way that its mail was tried last; the most recipients first.'),
});
export const timeline = listOf(
  z.strictObject({
    id,
    type: z.string(),
    created_at: isoTime,
    actor: z.string(),
    recipients: z.array(z.int().min(0)).describe('Places in `recipients` of the email, from 0.'),
    summary: z.string(),
    reply: z
      .strictObject({
        step: z.string(),
        ...replyMembers,
        host: z.string(),
        conversation: z
          .string()
          .nullable()
          .describe(
            'What was said, line by line: `>` we, `<` the receiver, `*` a remark; milliseconds before each. Null where a first try simply succeeded.',
          ),
      })
      .nullable(),
  }),
);
const actor = z.strictObject({ kind: z.enum(['api-key', 'user', 'smtp-session', 'system', 'cli']), id: z.string() });
export const emailHistory = z.strictObject({
  object: z.literal('email_history'),
  at: isoTime.nullable().describe('Null: the present.'),
  state: email
    .nullable()
    .describe('As GET /emails/{id} shows it, without its content; null where it was not there yet.'),
  data: z.array(
    z.strictObject({
      id,
      type: z.string(),
      created_at: isoTime,
      actor,
      summary: z.string(),
      request_id: z.string().nullable().describe('The API request that it began with, as in the request log.'),
      because: z
        .array(
          z.strictObject({ id, type: z.string().nullable(), created_at: isoTime.nullable(), actor: actor.nullable() }),
        )
        .describe('What it followed from, the nearest first; nulls for an event that is not in the log any more.'),
    }),
  ),
});
export const regionList = listOf(z.strictObject({ name: z.string() }));
export const domainFindings = z.strictObject({
  object: z.literal('domain_findings'),
  domain: domain.describe('As GET /domains/{id} shows it.'),
  origin: z
    .enum(['sandbox', 'preverified', 'team'])
    .describe(
      '`sandbox` and `preverified` belong to the configuration: neither can be deleted, and a sandbox not changed.',
    ),
  status: z
    .enum([
      'not_started',
      'pending',
      'verified',
      'temporary_failure',
      'partially_verified',
      'partially_failed',
      'failed',
    ])
    .describe('`temporary_failure`: a record is gone since a moment ago; it still sends.'),
  may_send: z.boolean(),
  check_awaited: z.boolean().describe('A check was asked for, and none was made since.'),
  last_checked_at: isoTime.nullable().describe('Of the last check that was written down; null: never.'),
  tls: z.enum(['opportunistic', 'enforced']),
  custom_return_path: z.string(),
  data: z
    .array(
      z.strictObject({
        full_name: z.string(),
        required: z.boolean().describe('What it serves does not work without it.'),
        finding: z
          .enum(['verified', 'missing', 'different', 'unanswered'])
          .nullable()
          .describe('Null: it was not looked for yet.'),
        found: z.array(z.string()),
        advice: z.array(z.string()).describe('What to do, in words.'),
      }),
    )
    .describe('One for each of the domain’s `records`, in their order.'),
  former_tracking: z
    .array(
      z.strictObject({
        name: z.string().describe('As it is typed at the DNS host of the registered name.'),
        full_name: z.string(),
        value: z.string(),
        finding: z.enum(['verified', 'missing', 'different', 'unanswered']).nullable(),
        found: z.array(z.string()),
      }),
    )
    .describe('The CNAME records of earlier tracking subdomains, the latest first: links of that time need them.'),
  claim: domainClaim.nullable().describe('On the name, which another team holds; null: the name is the domain’s own.'),
});
export const domainDmarc = z.strictObject({
  object: z.literal('domain_dmarc'),
  finding: z.enum(['published', 'missing', 'different', 'unanswered']),
  found_at: z.string().nullable().describe('The name of the record; null where there is none.'),
  found: z.array(z.string()),
  policy: z.enum(['none', 'quarantine', 'reject']).nullable().describe('The one that holds for the domain.'),
  advice: z.array(z.string()).describe('What the policy does and what to do, in words.'),
  suggested: z.strictObject({ name: z.string(), value: z.string() }),
});
export const capturedList = listOf(
  z.strictObject({
    number: z.int(),
    received_at: isoTime,
    reverse_path: z.string(),
    recipients: addresses,
    size: z.int().describe('Of the whole message, in bytes.'),
    cut: z.boolean().describe('There is more of it than is shown here.'),
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    raw: z.string(),
  }),
);
