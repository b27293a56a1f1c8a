import { z } from 'zod';
import type { EmailEvent } from '../../domain/email/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { foldEmail } from '../../projections/emails/emails.projection.js';
import { messageOf, sampleIds, type WebhookMessages } from '../shared/webhook-message.js';
import {
  bounce,
  bounceOf,
  failedOf,
  sampleBounce,
  sampleSuppressed,
  suppressed,
  suppressedOf,
} from './webhook-message-outcomes.js';

/** An email up to and with one event of it, decrypted. */
interface Story {
  readonly events: readonly Recorded<EmailEvent>[];
  readonly mail: EmailDocument;
}

const isoTime = z.iso.datetime();

const members = {
  email_id: z.uuid(),
  created_at: isoTime,
  message_id: z.string(),
  from: z.string().describe('The sender as `Name <address>`, or the bare address. `[erased]` if the email was erased.'),
  to: z.array(z.string()).describe('The recipients that the event is about.'),
  subject: z.string(),
  template_id: z
    .uuid()
    .optional()
    .describe('The ID of the template. Absent if the email was created without a template.'),
  broadcast_id: z
    .uuid()
    .optional()
    .describe('The ID of the broadcast. Absent if the email does not belong to a broadcast.'),
  tags: z.record(z.string(), z.string()).optional(),
  headers: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .optional()
    .describe('The custom headers of the email. Absent if there are none.'),
};
const data = z.strictObject(members);
type EmailData = z.output<typeof data>;

const visit = {
  ipAddress: z.string(),
  timestamp: isoTime.describe('The time of the open or click.'),
  userAgent: z.string(),
  judged: z
    .enum(['person', 'privacy_proxy', 'scanner'])
    .describe('Who opened or clicked. `privacy_proxy` and `scanner` are sent only to endpoints with `machine_hits`.'),
};
const opened = z.strictObject(visit);
const clicked = z.strictObject({ ...visit, link: z.string().describe('The URL of the clicked link.') });

/** Without a recipient it is about all of them, or may have been any of them. */
function dataOf({ events, mail }: Story, recipient: number | null = null): EmailData {
  const concerned = recipient === null ? mail.recipients : mail.recipients.slice(recipient, recipient + 1);
  const headers = customHeaders(events);
  return {
    email_id: mail.id,
    created_at: mail.createdAt,
    message_id: mail.messageId,
    from: mail.from,
    to: concerned.map(({ address }) => address),
    subject: mail.subject,
    ...(mail.template === undefined ? {} : { template_id: mail.template.id }),
    ...(mail.broadcast === undefined ? {} : { broadcast_id: mail.broadcast.id }),
    ...(mail.tags.length === 0 ? {} : { tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])) }),
    ...(headers.length === 0 ? {} : { headers }),
  };
}

function customHeaders([opening]: Story['events']): NonNullable<EmailData['headers']> {
  if (opening?.event.type !== 'EmailAccepted') return [];
  return reveal(opening.event.data.content)?.headers.map(([name, value]) => ({ name, value })) ?? [];
}

/** What happened to one recipient, and nothing beyond that. */
const ofRecipient = (story: Story, { data }: { readonly data: { readonly recipient: number } }): EmailData =>
  dataOf(story, data.recipient);

const sample = (at: string): EmailData => ({
  email_id: sampleIds.email,
  created_at: at,
  message_id: '<sample@example.com>',
  from: 'Shop <orders@example.com>',
  to: ['customer@example.net'],
  subject: 'A sample',
  tags: { kind: 'sample' },
});
const sampleVisit = (at: string): z.output<typeof opened> => ({
  ipAddress: '192.0.2.1',
  timestamp: at,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  judged: 'person',
});

const message = messageOf<EmailEvent, Story>();

export const emailMessages = {
  category: 'email',
  reads: 'until',
  storyOf({ events }) {
    const mail = foldEmail(events);
    return mail === undefined ? undefined : { events, mail };
  },
  subjectOf: ({ mail }) => ({ emailId: mail.id, domainId: mail.domainId, tags: mail.tags }),
  messages: [
    message('email.sent', {
      from: ['EmailAccepted', 'DeliveryAttemptStarted'],
      data,
      summary: 'An email was accepted for immediate sending, or the first attempt of a scheduled email was made',
      make(story) {
        const attempts = story.events.filter(({ event }) => event.type === 'DeliveryAttemptStarted').length;
        return attempts === (story.mail.scheduledAt === null ? 0 : 1) ? dataOf(story) : undefined;
      },
      sample,
    }),
    message('email.scheduled', {
      from: ['EmailAccepted', 'EmailRescheduled'],
      data,
      summary: 'An email was scheduled or rescheduled',
      make: (story, { data }) => (data.scheduledAt === null ? undefined : dataOf(story)),
      sample,
    }),
    message('email.delivered', {
      from: ['EmailDelivered'],
      data,
      summary: 'The receiving server accepted the email',
      make: ofRecipient,
      sample,
    }),
    message('email.delivery_delayed', {
      from: ['DeliveryDeferred'],
      data,
      summary: 'The receiving server deferred the email; the delivery will be retried',
      make: ofRecipient,
      sample,
    }),
    message('email.bounced', {
      from: ['EmailBounced'],
      data: z.strictObject({ ...members, bounce }),
      summary: 'The receiving server rejected the email permanently',
      make: (story, event) => ({ ...ofRecipient(story, event), bounce: bounceOf(event.data) }),
      sample: (at) => ({ ...sample(at), bounce: sampleBounce }),
    }),
    message('email.failed', {
      from: ['EmailFailed'],
      data: z.strictObject({ ...members, failed: z.strictObject({ reason: z.string() }) }),
      summary: 'The email failed because the retries ran out or because it could not be sent',
      make: (story, event) => ({ ...ofRecipient(story, event), failed: failedOf(event.data) }),
      sample: (at) => ({ ...sample(at), failed: { reason: 'retries-exhausted' } }),
    }),
    message('email.suppressed', {
      from: ['EmailSuppressed'],
      data: z.strictObject({ ...members, suppressed }),
      summary: 'The email was not sent because the address is suppressed or unsubscribed',
      make: (story, event) => ({ ...ofRecipient(story, event), suppressed: suppressedOf(event.data) }),
      sample: (at) => ({ ...sample(at), suppressed: sampleSuppressed }),
    }),
    message('email.complained', {
      from: ['EmailComplained'],
      data,
      summary: 'The recipient marked the email as spam',
      make: ofRecipient,
      sample,
    }),
    message('email.opened', {
      from: ['EmailOpened'],
      data: z.strictObject({ ...members, open: opened }),
      summary: 'A person opened the email (requires `open_tracking` of its domain)',
      make(story, { data: { at, judged, recipient, seen } }) {
        const { ipAddress = '', userAgent = '' } = reveal(seen) ?? {};
        return { ...dataOf(story, recipient), open: { ipAddress, timestamp: at, userAgent, judged } };
      },
      sample: (at) => ({ ...sample(at), open: sampleVisit(at) }),
    }),
    message('email.clicked', {
      from: ['EmailClicked'],
      data: z.strictObject({ ...members, click: clicked }),
      summary: 'A person clicked a link in the email (requires `click_tracking` of its domain)',
      make(story, { data: { at, judged, recipient, seen } }) {
        const { ipAddress = '', userAgent = '', url = '' } = reveal(seen) ?? {};
        return { ...dataOf(story, recipient), click: { ipAddress, link: url, timestamp: at, userAgent, judged } };
      },
      sample: (at) => ({ ...sample(at), click: { ...sampleVisit(at), link: 'https://example.com/orders' } }),
    }),
  ],
} satisfies WebhookMessages<EmailEvent, Story>;
