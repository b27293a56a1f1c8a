import type { Mailbox } from './mailbox.js';
import type { Kid, Personal } from './personal.js';
import type { StreamName } from './stream-name.js';

/** Retry class, delivery defaults: short-lived codes and links, ordinary mail, bulk. */
export type RetryClass = 'transactional' | 'standard' | 'bulk';

const retryClasses: readonly RetryClass[] = ['transactional', 'standard', 'bulk'];

/** As `X-Posthorn-Class` names it, in any case. */
export function retryClassOf(text: string): RetryClass | undefined {
  const wanted = text.trim().toLowerCase();
  return retryClasses.find((known) => known === wanted);
}

export type RecipientRole = 'to' | 'cc' | 'bcc';

export interface EmailTag {
  readonly name: string;
  readonly value: string;
}

/** Of one mail. */
export const maxTags = 75;
export const tagTextPattern = /^[A-Za-z0-9_-]{1,256}$/;

export function isTagText(text: string): boolean {
  return tagTextPattern.test(text);
}

/** The parts of a mail about people, under the mail's own key (index 0 of its vault row). */
export interface EmailContent {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** In the order given; names as the sender wrote them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly tags: readonly EmailTag[];
}

export interface AcceptedRecipient {
  readonly role: RecipientRole;
  /** Keyed hash of the recipient's domain: enough to queue by, not enough to name anybody. */
  readonly destination: string;
  /** Keyed hash of the address, to find what is to be erased; null in mails of before it was written. */
  readonly addressHash: string | null;
  /** Under the recipient's own key (index n + 1 of the mail's vault row). */
  readonly mailbox: Personal<Mailbox>;
  /** What the SMTP client asked about this recipient, under its key; null where it asked nothing. */
  readonly dsn: Personal<RecipientDsn> | null;
}

/** RFC 3461 §4.1 and §4.2. `orcpt` is still xtext; absent ones were not given. */
export interface RecipientDsn {
  readonly notify: readonly string[] | null;
  readonly orcpt: string | null;
}

/** RFC 3461 §4.3 and §4.4. `envid` is still xtext. */
export interface MessageDsn {
  readonly ret: 'FULL' | 'HDRS' | null;
  readonly envid: string | null;
}

/** Where the encrypted body lies; `digest` is SHA-256 (hex) over the ciphertext, `sizeBytes` is the ciphertext's. */
export interface BodyReference {
  readonly blobId: string;
  readonly kid: Kid;
  readonly sizeBytes: number;
  readonly digest: string;
}

/** Where the content of a MIME part lies: octets of the message's text, in the part's transfer encoding. */
export interface PartPlace {
  readonly start: number;
  /** Of the octet after the last. */
  readonly end: number;
  readonly encoding: 'identity' | 'base64' | 'quoted-printable';
}

export interface TextPlace extends PartPlace {
  /** RFC 2045 §5.1, lower case, as the part says it. */
  readonly charset: string;
}

/**
 * A message that came as RFC 5322 text. Its body reference is to the whole text, header fields and all, as it is sent but
 * for signatures; sealed in segments. The places are those of what a reader sees as text and as html, in their order.
 */
export interface RawMessage {
  /** Of the text itself, before it was sealed. */
  readonly sizeBytes: number;
  /** It has octets above 127. */
  readonly eightBit: boolean;
  /** Its header fields have (RFC 6532), or the client sent it as such. */
  readonly utf8: boolean;
  readonly text: readonly TextPlace[];
  readonly html: readonly TextPlace[];
  /** The sender's, under the mail's own key; null where it gave none, and the mail's is the one that is sent. */
  readonly messageId: Personal<string> | null;
  /** Under the mail's own key; null where the client asked nothing. */
  readonly dsn: Personal<MessageDsn> | null;
}

/** What an attachment is called and what it is; a content id makes it inline (RFC 2392 `cid:`). */
export interface AttachmentDetail {
  readonly filename: string | null;
  /** RFC 2045 media type. */
  readonly contentType: string;
  /** Without angle brackets. */
  readonly contentId: string | null;
}

export interface AcceptedAttachment {
  /** UUIDv7. */
  readonly id: string;
  /** Of the content itself, before it was sealed. */
  readonly contentBytes: number;
  /** Where the sealed content lies; its key is the mail's own. */
  readonly content: BodyReference;
  readonly detail: Personal<AttachmentDetail>;
  /** Of a raw message: where in it the content lies. Null: `content` is the attachment's alone. */
  readonly part: PartPlace | null;
}

/** What `EmailAccepted` says, and what a submission lists of each of its mails. Recipients are numbered by their place. */
export interface AcceptedEmail {
  /** The submission that lists this mail, where there was one (an idempotency key, or a batch). */
  readonly submission: StreamName | null;
  readonly domainId: string;
  /** RFC 5322 §3.6.4, with its angle brackets; the same on every attempt. A raw message may bring its own. */
  readonly messageId: string;
  readonly retryClass: RetryClass;
  /** From a sandbox domain: never leaves the machine. */
  readonly sandbox: boolean;
  readonly content: Personal<EmailContent>;
  /** Keyed hashes of the addresses in the content: the sender's and those for replies. */
  readonly contentAddressHashes: readonly string[];
  readonly recipients: readonly AcceptedRecipient[];
  readonly body: BodyReference;
  /** In the order given. */
  readonly attachments: readonly AcceptedAttachment[];
  /** ISO 8601: not sent before; null where it was to be sent at once. */
  readonly scheduledAt: string | null;
  /** Null: composed here, from a body that is html and text. */
  readonly raw: RawMessage | null;
}

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
export interface AcceptAbandoned {
  readonly type: 'AcceptAbandoned';
  readonly data: { readonly reason: 'append-unknown' | 'orphan-sweep' };
}
