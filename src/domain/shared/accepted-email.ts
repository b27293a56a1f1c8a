import { z } from 'zod';
import { type DataOf, event, type EventOf, kid, personal, personHash, streamNamed } from './event.js';
import type { Kid } from './personal.js';

const chosenClasses = ['transactional', 'standard', 'bulk'] as const;
export const retryClass = z.enum([...chosenClasses, 'strangers']);
/**
 * Retry class, delivery defaults: short-lived codes and links, ordinary mail, bulk, and what people without a key made
 * the team send, which goes after all other mail and is no part of its quotas.
 */
export type RetryClass = z.output<typeof retryClass>;

/** As `X-Posthorn-Class` names it, in any case. No one chooses the last. */
export function retryClassOf(text: string): RetryClass | undefined {
  const wanted = text.trim().toLowerCase();
  return chosenClasses.find((known) => known === wanted);
}

const recipientRole = z.enum(['to', 'cc', 'bcc']);
export type RecipientRole = z.output<typeof recipientRole>;

export const emailTag = z.object({ name: z.string(), value: z.string() });
export type EmailTag = DataOf<typeof emailTag>;

/** Limit for one email. */
export const maxTags = 75;
export const tagTextPattern = /^[A-Za-z0-9_-]{1,256}$/;

export function isTagText(text: string): boolean {
  return tagTextPattern.test(text);
}

export const mailbox = z.object({ name: z.string().nullable(), address: z.string() });

const emailContent = z.object({
  from: mailbox,
  replyTo: z.array(mailbox),
  subject: z.string(),
  /** In the order given; names as the sender wrote them. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  tags: z.array(emailTag),
});
/** The parts of a mail about people, under the mail's own key (index 0 of its vault row). */
export type EmailContent = DataOf<typeof emailContent>;

const recipientDsn = z.object({ notify: z.array(z.string()).nullable(), orcpt: z.string().nullable() });
/** RFC 3461 §4.1 and §4.2. `orcpt` is still xtext; absent ones were not given. */
export type RecipientDsn = DataOf<typeof recipientDsn>;

const acceptedRecipient = z.object({
  role: recipientRole,
  /** Keyed hash of the recipient's domain: enough to queue by, not enough to name anybody. */
  destination: z.string(),
  /** Keyed hash of the address, to find what is to be erased; null in mails from before it was written. */
  addressHash: personHash.nullable().default(null),
  /** Under the recipient's own key (index n + 1 of the mail's vault row). */
  mailbox: personal(mailbox),
  /** What the SMTP client asked about this recipient, under its key; null where it asked nothing. */
  dsn: personal(recipientDsn).nullable().default(null),
});
export type AcceptedRecipient = DataOf<typeof acceptedRecipient>;

const messageDsn = z.object({ ret: z.enum(['FULL', 'HDRS']).nullable(), envid: z.string().nullable() });
/** RFC 3461 §4.3 and §4.4. `envid` is still xtext. */
export type MessageDsn = DataOf<typeof messageDsn>;

export const bodyReference = z.object({ blobId: z.string(), kid, sizeBytes: z.number(), digest: z.string() });
/** Where the encrypted body lies; `digest` is SHA-256 (hex) over the ciphertext, `sizeBytes` is the ciphertext's. */
export type BodyReference = DataOf<typeof bodyReference>;

export const partPlace = z.object({
  start: z.number(),
  /** Offset of the octet after the last. */
  end: z.number(),
  encoding: z.enum(['identity', 'base64', 'quoted-printable']),
});
/** Where the content of a MIME part lies: octets of the message's text, in the part's transfer encoding. */
export type PartPlace = DataOf<typeof partPlace>;

export const textPlace = partPlace.extend({
  /** RFC 2045 §5.1, lower case, as the part says it. */
  charset: z.string(),
});
export type TextPlace = DataOf<typeof textPlace>;

const rawMessage = z.object({
  /** Size of the text before it was sealed. */
  sizeBytes: z.number(),
  /** It has octets above 127. */
  eightBit: z.boolean(),
  /** Its header fields have (RFC 6532), or the client sent it as such. */
  utf8: z.boolean(),
  text: z.array(textPlace),
  html: z.array(textPlace),
  /** The sender's, under the mail's own key; null where it gave none, and the mail's is the one that is sent. */
  messageId: personal(z.string()).nullable(),
  /** Under the mail's own key; null where the client asked nothing. */
  dsn: personal(messageDsn).nullable(),
});
/**
 * A message that came as RFC 5322 text. Its body reference is to the whole text, header fields and all, as it is sent
 * but for signatures; sealed in segments. The places are those of what a reader sees as text and as html, in their
 * order.
 */
export type RawMessage = DataOf<typeof rawMessage>;

export const attachmentDetail = z.object({
  filename: z.string().nullable(),
  /** RFC 2045 media type. */
  contentType: z.string(),
  /** Without angle brackets. */
  contentId: z.string().nullable(),
});
/** What an attachment is called and what it is; a content id makes it inline (RFC 2392 `cid:`). */
export type AttachmentDetail = DataOf<typeof attachmentDetail>;

const acceptedAttachment = z.object({
  /** UUIDv7. */
  id: z.string(),
  /** Size of the content before it was sealed. */
  contentBytes: z.number(),
  /** Where the sealed content lies; its key is the mail's own. */
  content: bodyReference,
  detail: personal(attachmentDetail),
  /** Where the content lies in a raw message; null when `content` is the attachment's alone. */
  part: partPlace.nullable().default(null),
});
export type AcceptedAttachment = DataOf<typeof acceptedAttachment>;

const mailSubscription = z.object({
  /** All marketing of the team where it is null. */
  topicId: z.string().nullable(),
  /** Who has said neither yes nor no does not get it: the topic's default when the mail was accepted. */
  isOptOut: z.boolean(),
  /** Each recipient gets a link of its own to leave; false where the sender gave a List-Unsubscribe of its own. */
  isLinked: z.boolean(),
});
/** What the recipients of a mail may have said no to, and may leave by it. */
export type MailSubscription = DataOf<typeof mailSubscription>;

export const trackChoices = ['none', 'opens', 'clicks'] as const;
/** What a sender leaves of what the domain tracks. */
export type TrackChoice = (typeof trackChoices)[number];

/** As `X-Posthorn-Tracking` names it, in any case. */
export function trackChoiceOf(text: string): TrackChoice | undefined {
  const wanted = text.trim().toLowerCase();
  return trackChoices.find((known) => known === wanted);
}

const mailTracking = z.object({
  /** Where its links lead first. */
  host: z.string(),
  opens: z.boolean(),
  clicks: z.boolean(),
});
/** What of a mail is tracked: as its domain says when it is accepted, less what its sender switched off. */
export type MailTracking = DataOf<typeof mailTracking>;

const usedTemplate = z.object({
  id: z.string(),
  version: z.number(),
  /** What that version says, under the template's key. */
  content: bodyReference,
});
/** The version of a template that a mail is composed from; the mail's own body then holds its values. */
export type UsedTemplate = DataOf<typeof usedTemplate>;

const broadcastMember = z.object({
  id: z.string(),
  /** Whose email it is. */
  contactId: z.string(),
  /** The chunk of its audience, from 0, and the number of the member in it. */
  chunk: z.number(),
  member: z.number(),
  /** What it says to everyone, under the broadcast's key. */
  content: bodyReference,
  /** Which of two contents that is, and whether its recipient was in the test; absent where there was none. */
  variant: z.enum(['a', 'b']).optional(),
  part: z.enum(['a', 'b', 'rest']).optional(),
});
/** The broadcast that a mail is of; the mail's own body then holds the values of its recipient. */
export type BroadcastMember = DataOf<typeof broadcastMember>;

export const acceptedEmail = z.object({
  /** The submission that lists this mail, where there was one (an idempotency key, or a batch). */
  submission: streamNamed.nullable(),
  domainId: z.string(),
  /** RFC 5322 §3.6.4, with its angle brackets; the same on every attempt. A raw message may bring its own. */
  messageId: z.string(),
  retryClass,
  /** From a sandbox domain: never leaves the machine. */
  sandbox: z.boolean(),
  content: personal(emailContent),
  /** Keyed hashes of the addresses in the content: the sender's and those for replies. */
  contentAddressHashes: z.array(personHash).default([]),
  recipients: z.array(acceptedRecipient),
  body: bodyReference,
  /** In the order given. */
  attachments: z.array(acceptedAttachment).default([]),
  /** ISO 8601: not sent before; null where it was to be sent at once. */
  scheduledAt: z.string().nullable().default(null),
  /** Null when composed here, from a body that is html and text. */
  raw: rawMessage.nullable().default(null),
  /** Where there is none, it is about no topic and goes to every recipient. */
  subscription: mailSubscription.optional(),
  /** Where there is none, the body is html and text. */
  template: usedTemplate.optional(),
  /** Where there is one, the body holds values as with a template. */
  broadcast: broadcastMember.optional(),
  /** Where there is none, its html is sent as it is. */
  tracking: mailTracking.optional(),
  /** It reports to its receiver about TLS: no TLS that fails keeps it back (RFC 8460 §3). */
  isAnyTlsEnough: z.literal(true).optional(),
});
/**
 * What `EmailAccepted` says, and what a submission lists of each of its mails. Recipients are numbered by their place.
 */
export type AcceptedEmail = DataOf<typeof acceptedEmail>;

/** What the vault holds for a mail: the keys that its accept names, and its body and attachments. */
export function vaultContentOf({ content, recipients, body, attachments }: AcceptedEmail): {
  readonly kids: readonly Kid[];
  readonly blobIds: readonly string[];
} {
  const stored = [body, ...attachments.map((attachment) => attachment.content)];
  const details = attachments.map(({ detail }) => detail.kid);
  const kids = [
    content.kid,
    ...recipients.map(({ mailbox }) => mailbox.kid),
    ...stored.map(({ kid }) => kid),
    ...details,
  ];
  return { kids: [...new Set(kids)], blobIds: [...new Set(stored.map(({ blobId }) => blobId))] };
}

/** Nothing was accepted under this stream, and nothing will be: a later writer of the accept loses. */
export const acceptAbandoned = event('AcceptAbandoned', {
  data: z.object({ reason: z.enum(['append-unknown', 'orphan-sweep']) }),
  summary: 'Not accepted: nothing is sent under this ID',
});
export type AcceptAbandoned = EventOf<typeof acceptAbandoned>;
