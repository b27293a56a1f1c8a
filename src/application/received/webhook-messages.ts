import { z } from 'zod';
import type { ReceivedEvent } from '../../domain/received/events.js';
import { foldReceived, type ReceivedDocument } from '../../projections/received/received.projection.js';
import { messageOf, sampleIds, type WebhookMessages } from '../shared/webhook-message.js';

interface Story {
  readonly email: ReceivedDocument;
}

const addresses = z.array(z.string());
const data = z.strictObject({
  email_id: z.uuid(),
  created_at: z.iso.datetime(),
  from: z
    .string()
    .describe('The sender’s bare address. The name is in the headers. `[erased]` if the email was erased.'),
  to: addresses,
  cc: addresses,
  bcc: addresses.describe('Always empty, because senders do not transmit the field.'),
  received_for: addresses.describe('The addresses that the email was delivered to.'),
  message_id: z.string(),
  subject: z.string(),
  attachments: z.array(
    z.strictObject({
      id: z.uuid(),
      filename: z.string().nullable(),
      content_type: z.string(),
      content_disposition: z
        .enum(['inline', 'attachment'])
        .nullable()
        .describe('The disposition of the attachment. Null if the sender did not specify it.'),
      content_id: z.string().nullable(),
    }),
  ),
});
type Data = z.output<typeof data>;

const sample = (at: string): Data => ({
  email_id: sampleIds.email,
  created_at: at,
  from: 'customer@example.net',
  to: ['support@example.com'],
  cc: [],
  bcc: [],
  received_for: ['support@example.com'],
  message_id: '<sample@example.net>',
  subject: 'A sample',
  attachments: [],
});

export const receivedMessages = {
  category: 'received',
  reads: 'until',
  storyOf({ events }) {
    const email = foldReceived(events);
    return email === undefined ? undefined : { email };
  },
  subjectOf: ({ email }) => ({ emailId: email.id, domainId: email.domainId, tags: [] }),
  messages: [
    messageOf<ReceivedEvent, Story>()('email.received', {
      from: ['EmailReceived'],
      data,
      summary: 'An email was received at a receiving domain (use `email_id` to read its content)',
      make: ({ email }) => ({
        email_id: email.id,
        created_at: email.createdAt,
        from: bareAddress(email.from),
        to: [...email.to],
        cc: [...email.cc],
        bcc: [],
        received_for: [...email.receivedFor],
        message_id: email.messageId ?? '',
        subject: email.subject,
        attachments: email.attachments.map(({ id, filename, contentType, contentId, disposition }) => ({
          id,
          filename,
          content_type: contentType,
          content_disposition: disposition,
          content_id: contentId,
        })),
      }),
      sample,
    }),
  ],
} satisfies WebhookMessages<ReceivedEvent, Story>;

/** A mailbox as it is shown ends with its address. */
function bareAddress(mailbox: string): string {
  return /<([^<>]*)>$/.exec(mailbox)?.[1] ?? mailbox;
}
