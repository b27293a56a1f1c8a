import { z } from 'zod';
import { attachmentDetail, bodyReference, mailbox, partPlace, textPlace } from '../shared/accepted-email.js';
import { passedDomains, verdicts } from '../shared/verdicts.js';
import { type DataOf, event, type EventIn, personal, personHash, streams } from '../shared/event.js';

const receivedAttachment = attachmentDetail.extend({
  /** UUIDv7. */
  id: z.string(),
  disposition: z.enum(['inline', 'attachment']).nullable(),
  /** Size of the content once decoded. */
  contentBytes: z.number(),
  part: partPlace,
});

const receivedContent = z.object({
  /** RFC 5321 reverse path; null: `<>`. */
  sender: z.string().nullable(),
  /** Addresses of ours that it was sent to: its envelope. */
  recipients: z.array(z.string()),
  /** Null where the header names no sender. */
  from: mailbox.nullable(),
  to: z.array(mailbox),
  cc: z.array(mailbox),
  replyTo: z.array(mailbox),
  subject: z.string(),
  /** RFC 5322 §3.6.4, with its angle brackets; null where it has none. */
  messageId: z.string().nullable(),
  /** Ids of the emails that it answers, the oldest first: References, then In-Reply-To. */
  references: z.array(z.string()),
  attachments: z.array(receivedAttachment),
  /** Absent where the email was not checked, or before domains were kept. */
  passed: passedDomains.optional(),
});
/** What a received email says, all of it under the email's own key. */
export type ReceivedContent = DataOf<typeof receivedContent>;

const emailReceived = event('EmailReceived', {
  data: z.object({
    teamId: z.string(),
    domainId: z.string(),
    /** Keyed hashes of everyone that it is from or to. */
    addressHashes: z.array(personHash),
    content: personal(receivedContent),
    /** The whole message, sealed in segments under the email's own key. */
    body: bodyReference,
    raw: z.object({
      /** Size of the message before it was sealed. */
      sizeBytes: z.number(),
      /** Size of its header section, without the empty line. */
      headerBytes: z.number(),
      text: z.array(textPlace),
      html: z.array(textPlace),
    }),
    /** Null where the email was not checked. */
    verdicts: verdicts.nullable().default(null),
  }),
  summary: ({ verdicts: found }) =>
    found === null
      ? 'Received'
      : `Received (SPF ${found.spf}, DKIM ${found.dkim}, DMARC ${found.dmarc}, ARC ${found.arc})`,
});

/** One stream for each email that came in. */
export const receivedStreams = streams('received', [emailReceived], { activity: 'never' });
export type ReceivedEvent = EventIn<typeof receivedStreams>;
export type EmailReceived = Extract<ReceivedEvent, { readonly type: 'EmailReceived' }>;

/** A message was taken: when its server sends it again, because it missed the answer, it is known. */
const messageTaken = event('MessageTaken', {
  data: z.object({ receivedId: z.string() }),
  summary: ({ receivedId }) => `Message stored as received email ${receivedId}`,
});

/** In `receipt-<keyed hash of envelope and message>`. */
export const receiptStreams = streams('receipt', [messageTaken], { activity: 'never' });

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly received: true;
    readonly receipt: true;
  }
}
