import { z } from 'zod';
import type { MessageType, PayloadData } from '../../../application/webhook/payloads/payload.js';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import type { WebhookMessage } from '../openapi/webhook-message.js';

/* The bodies of webhooks, for the API's document. Strict: what is sent has no other members. */

const isoTime = z.iso.datetime();

const email = {
  email_id: z.uuid(),
  created_at: isoTime,
  message_id: z.string(),
  from: z.string().describe('`Name <address>`, or the bare address. `[erased]` once the email was erased.'),
  to: z.array(z.string()).describe('The recipients that this event is about.'),
  subject: z.string(),
  template_id: z.uuid().optional().describe('Of the template that it was made from.'),
  broadcast_id: z.uuid().optional().describe('Of the broadcast that it belongs to.'),
  tags: z.record(z.string(), z.string()).optional(),
  headers: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .optional()
    .describe('The custom headers; absent where there are none.'),
};

const bounce = z.strictObject({
  type: z.enum(['Permanent', 'Transient', 'Undetermined']),
  subType: z.enum([
    'Undetermined',
    'General',
    'NoEmail',
    'MailboxFull',
    'MessageTooLarge',
    'ContentRejected',
    'AttachmentRejected',
  ]),
  message: z.string().describe('In words, with what the receiver answered.'),
  diagnosticCode: z.array(z.string()).describe('What the receiver answered, such as `smtp; 550 5.1.1 user unknown`.'),
});

const suppressed = z.strictObject({
  type: z.enum(['Suppressed', 'OnAccountSuppressionList']),
  message: z.string(),
  reason: z.enum(['previous_bounce', 'previous_complaint']),
  diagnosticCode: z.array(z.string()),
});

const hit = {
  ipAddress: z.string(),
  timestamp: isoTime.describe('When it was opened or clicked.'),
  userAgent: z.string(),
  judged: z.enum(['person', 'privacy_proxy', 'scanner']).describe('Who it was. Only what people do is sent.'),
};
const opened = z.strictObject(hit);
const clicked = z.strictObject({ ...hit, link: z.string().describe('Where the link leads.') });

const recordStatus = z.enum(['pending', 'verified', 'failed', 'temporary_failure', 'not_started']);

const domain = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['verified', 'partially_verified', 'partially_failed', 'failed', 'pending', 'not_started']),
  created_at: isoTime,
  region: z.string(),
  records: z.array(
    z.strictObject({
      record: z.enum(['SPF', 'DKIM', 'Receiving MX', 'Tracking', 'TrackingCAA']),
      name: z.string(),
      type: z.enum(['MX', 'TXT', 'CNAME', 'CAA']),
      ttl: z.string(),
      status: recordStatus,
      value: z.string(),
      priority: z.number().int().optional(),
    }),
  ),
});

const suppression = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  origin: z.enum(['bounce', 'complaint', 'manual']),
  source_id: z.uuid().nullable(),
  created_at: isoTime,
});

const contact = z.strictObject({
  id: z.uuid(),
  audience_id: z.string().describe('The same for all contacts of a team.'),
  segment_ids: z.array(z.uuid()),
  created_at: isoTime,
  updated_at: isoTime,
  email: z.string(),
  ...byContactWireName(() => z.string().nullable()),
  unsubscribed: z.boolean().describe('From all marketing.'),
});

const contactTopics = z.strictObject({
  email: z.string(),
  topics: z
    .array(z.strictObject({ id: z.uuid(), subscription: z.enum(['opt_in', 'opt_out']) }))
    .describe('Those that have changed.'),
});

const topic = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  default_subscription: z.enum(['opt_in', 'opt_out']),
  deleted: z.boolean(),
  created_at: isoTime,
  updated_at: isoTime,
});

const plainEmail = z.strictObject(email);

/** The `data` of each type. */
export const webhookData = {
  'email.sent': plainEmail,
  'email.scheduled': plainEmail,
  'email.delivered': plainEmail,
  'email.delivery_delayed': plainEmail,
  'email.complained': plainEmail,
  'email.bounced': z.strictObject({ ...email, bounce }),
  'email.failed': z.strictObject({ ...email, failed: z.strictObject({ reason: z.string() }) }),
  'email.suppressed': z.strictObject({ ...email, suppressed }),
  'email.opened': z.strictObject({ ...email, open: opened }),
  'email.clicked': z.strictObject({ ...email, click: clicked }),
  'contact.created': contact,
  'contact.updated': contact,
  'contact.deleted': contact,
  'contact.topics.updated': contactTopics,
  'domain.created': domain,
  'domain.updated': domain,
  'domain.deleted': domain,
  'suppression.added': suppression,
  'suppression.removed': suppression,
  'topic.created': topic,
  'topic.updated': topic,
  'topic.deleted': topic,
} satisfies Readonly<Record<MessageType, z.ZodType>>;

/** The body of a request of this type. */
export const webhookPayload = (type: MessageType) =>
  z.strictObject({ type: z.literal(type), created_at: isoTime, data: webhookData[type] });

const summaries: Readonly<Record<MessageType, string>> = {
  'email.sent': 'An email was accepted to be sent at once, or a scheduled one was tried for the first time',
  'email.scheduled': 'An email was accepted for a later time, or moved to another one',
  'email.delivered': 'The receiving server accepted it',
  'email.delivery_delayed': 'The receiving server deferred it; it will be retried',
  'email.complained': 'The recipient marked it as spam',
  'email.bounced': 'The receiving server rejected it permanently',
  'email.failed': 'It failed: retries ran out, or it could not be sent',
  'email.suppressed': 'It was not sent: the address is on the suppression list, or unsubscribed',
  'email.opened': 'A person opened it. Needs `open_tracking` of its domain',
  'email.clicked': 'A person followed a link of it. Needs `click_tracking` of its domain',
  'contact.created': 'A contact was created; not by an import',
  'contact.updated':
    'A contact has changed: its profile, its segments, or whether it gets marketing at all; not by an import',
  'contact.deleted': 'A contact was deleted',
  'contact.topics.updated': 'What a contact is subscribed to has changed; not by an import',
  'domain.created': 'A domain was added',
  'domain.updated': 'A domain, its status or a record of it has changed',
  'domain.deleted': 'A domain was deleted',
  'suppression.added': 'An address was added to the suppression list',
  'suppression.removed': 'An address was removed from the suppression list',
  'topic.created': 'A topic was created',
  'topic.updated': 'The name, the description or the visibility of a topic has changed',
  'topic.deleted': 'A topic was deleted',
};

/** What endpoints are sent, for the API's document. */
export const webhookMessages: readonly WebhookMessage[] = Object.entries(summaries).map(([type, summary]) => {
  // The object has exactly these members.
  return { type, summary, body: webhookPayload(type as MessageType) };
});

// What the application makes is what the document says: a member that one of them lacks, or has beyond it, does not
// compile.
type Mutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { -readonly [Member in keyof T]: Mutable<T[Member]> };
type Fits = {
  readonly [Type in MessageType]: [Mutable<PayloadData[Type]>, keyof PayloadData[Type]] extends [
    z.output<(typeof webhookData)[Type]>,
    keyof z.output<(typeof webhookData)[Type]>,
  ]
    ? Type
    : never;
};
type MustBe<Names extends Record<MessageType, MessageType>> = Names;
/** @public */
export type PayloadsFitTheDocument = MustBe<Fits>;
