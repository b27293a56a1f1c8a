import { z } from 'zod';
import { actorKinds } from '../../../domain/shared/recorded.js';
import type { Audit, AuditEntry } from '../../../application/audit/audit-resource.js';
import type { CauseStep } from '../../../application/audit/causes.js';
import type { CapturedMessage } from '../../../application/ports/captured-mail.js';
import type { TimelineEntry } from '../../../projections/emails/email-timeline.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { Installation } from '../edge/http-options.js';
import { email, presentEmail } from '../emails/emails.answers.js';
import type { ShownMail } from '../edge/html-content.js';
import type { Answer } from '../openapi/operation.js';
import { addresses, id, isoTime, listOf, replyMembers } from '../openapi/shared-schemas.js';

export const status = z.strictObject({
  object: z.literal('status'),
  delivery: z.strictObject({
    state: z
      .enum(['running', 'held'])
      .describe(
        'The state of delivery. `held`: nothing is sent after a restore, until the operator runs `posthorn resume`.',
      ),
    held_since: isoTime.nullable(),
    troubles: z
      .array(z.strictObject({ kind: z.string(), problem: z.string(), since: isoTime }))
      .describe('The problems that currently prevent delivery. The emails wait in the queue and are retried.'),
  }),
});
const forFrame = z
  .string()
  .nullable()
  .describe(
    'The sanitized HTML, as a document for a sandboxed frame. Null if the email has no HTML content, or if sanitizing it took too long.',
  );
export const installation = z.strictObject({
  object: z.literal('installation'),
  smtp: z
    .strictObject({
      user_names: z.array(z.string()),
      ports: z.array(z.strictObject({ port: z.int(), encryption: z.enum(['starttls', 'tls']) })),
      certificate: z.enum(['own', 'self-signed']),
    })
    .nullable()
    .describe('The settings for sending over SMTP. Null if this process does not accept email over SMTP.'),
  retention: z.strictObject({
    retention_days: z
      .int()
      .nullable()
      .describe('The number of days for which emails are stored. Null if they are stored permanently.'),
    request_log_days: z.int(),
  }),
  notices_leave: z
    .boolean()
    .describe(
      'False if the server’s own emails, such as invitations, are not delivered to their recipients. See `NOTICE_FROM`.',
    ),
  delivery: z.strictObject({
    mode: z.enum(['mx', 'relay', 'capture']).describe('The value of `DELIVERY_MODE`.'),
    relay_suppresses: z
      .boolean()
      .describe('Whether an address is suppressed after the relay replied that its mailbox does not exist.'),
  }),
  features: z
    .strictObject({ authenticator: z.boolean(), passkeys: z.boolean(), activity: z.boolean(), server: z.boolean() })
    .describe(
      'The features that the user can use in this build. `server`: settings for all teams, for admins of the first team.',
    ),
});
export const emailPreview = z.strictObject({
  object: z.literal('email_preview'),
  html: forFrame,
  text: z.string().nullable(),
  cut: z.boolean().describe('True if the content is truncated.'),
  remote_images: z.boolean().describe('True if the HTML refers to remote images. They are blocked in this preview.'),
});
const timelineEntry = z.strictObject({
  id,
  type: z.string(),
  created_at: isoTime,
  actor: z.string(),
  recipients: z
    .array(z.int().min(0))
    .describe('The indexes of the affected recipients in `recipients` of the email, from 0.'),
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
          'The SMTP conversation, line by line: `>` from this server, `<` from the receiving server, `*` for a remark. Each line begins with a time in milliseconds. Null if the first attempt succeeded.',
        ),
    })
    .nullable(),
});
export const timeline = listOf(timelineEntry);
const actor = z.strictObject({ kind: z.enum(actorKinds), id: z.string() });
const cause = z.strictObject({
  id,
  type: z.string().nullable(),
  created_at: isoTime.nullable(),
  actor: actor.nullable(),
});
const historyEntry = z.strictObject({
  id,
  type: z.string(),
  created_at: isoTime,
  actor,
  summary: z.string(),
  request_id: z
    .string()
    .nullable()
    .describe('The ID of the API request that caused the event, as in the request log. Null if no request caused it.'),
  because: z
    .array(cause)
    .describe(
      'The causes of the event, nearest first. If an event is no longer in the log, only its ID is present and the other fields are null.',
    ),
});
export const emailHistory = z.strictObject({
  object: z.literal('email_history'),
  at: isoTime.nullable().describe('The time of the state. Null for the current state.'),
  state: email
    .nullable()
    .describe('The email as in `GET /emails/{id}`, without its content. Null if the email did not exist at that time.'),
  data: z.array(historyEntry),
});
export const regionList = listOf(z.strictObject({ name: z.string() }));
const capturedMessage = z.strictObject({
  number: z.int(),
  received_at: isoTime,
  reverse_path: z.string(),
  recipients: addresses,
  size: z.int().describe('The size of the complete message in bytes.'),
  cut: z.boolean().describe('True if the message is truncated.'),
  subject: z.string(),
  html: forFrame,
  text: z.string().nullable(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  raw: z.string(),
});
export const capturedList = listOf(capturedMessage);

export function presentTimelineEntry(entry: TimelineEntry): Answer<typeof timelineEntry> {
  const { type, at, actor, recipients, summary, reply } = entry;
  return {
    id: entry.id,
    type,
    created_at: at,
    actor: actor.kind === 'system' ? 'system' : `${actor.kind} ${actor.id}`,
    recipients,
    summary,
    reply:
      reply === null
        ? null
        : {
            step: reply.step,
            code: reply.code,
            enhanced_code: reply.enhancedCode,
            text: reply.text,
            host: reply.host,
            conversation: reply.conversation,
          },
  };
}

/** What happened to an email, why, and its state. */
export function presentHistory(
  { entries, state }: Audit<EmailDocument>,
  at: string | undefined,
): Answer<typeof emailHistory> {
  return {
    object: 'email_history',
    at: at ?? null,
    state: state === null ? null : presentEmail(state, undefined),
    data: entries.map(presentHistoryEntry),
  };
}

function presentHistoryEntry(entry: AuditEntry): Answer<typeof historyEntry> {
  const { type, time, summary, requestId, because } = entry;
  return {
    id: entry.id,
    type,
    created_at: time,
    actor: entry.actor,
    summary,
    request_id: requestId,
    because: because.map(presentCause),
  };
}

/** Null where the event is not in the log any more. */
function presentCause(step: CauseStep): Answer<typeof cause> {
  if ('missing' in step) return { id: step.id, type: null, created_at: null, actor: null };
  return { id: step.id, type: step.type, created_at: step.time, actor: step.actor };
}

/** A message as the catcher received it, and what a mail reader would make of it: its texts as a page may show them. */
export function presentCaptured(
  { read, ...message }: CapturedMessage,
  { html, text, cut }: ShownMail,
): Answer<typeof capturedMessage> {
  return {
    number: message.number,
    received_at: message.receivedAt,
    reverse_path: message.reversePath,
    recipients: message.recipients,
    size: message.sizeBytes,
    cut: message.isCut || cut,
    subject: read?.subject ?? '',
    html,
    text,
    headers: read?.headers ?? [],
    raw: message.raw,
  };
}

export function presentInstallation(
  { smtp, retentionDays, requestLogDays, noticesLeave, delivery }: Installation,
  isServed: (url: string) => boolean,
  speaksForServer: boolean,
): Answer<typeof installation> {
  return {
    object: 'installation',
    smtp:
      smtp === null
        ? null
        : {
            user_names: smtp.userNames,
            ports: smtp.ports,
            certificate: smtp.selfSigned ? 'self-signed' : 'own',
          },
    retention: { retention_days: retentionDays, request_log_days: requestLogDays },
    notices_leave: noticesLeave,
    delivery: { mode: delivery.mode, relay_suppresses: delivery.relaySuppresses },
    features: {
      authenticator: isServed('/dashboard-api/profile/totp'),
      passkeys: isServed('/dashboard-api/profile/passkeys'),
      activity: isServed('/dashboard-api/activity'),
      server: speaksForServer,
    },
  };
}
