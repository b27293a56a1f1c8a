import type { Mailbox } from './mailbox.js';
import type { Kid, Personal } from './personal.js';
import type { StreamName } from './stream-name.js';

/** Retry class, delivery defaults: short-lived codes and links, ordinary mail, bulk. */
export type RetryClass = 'transactional' | 'standard' | 'bulk';

export type RecipientRole = 'to' | 'cc' | 'bcc';

export interface EmailTag {
  readonly name: string;
  readonly value: string;
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
}

/** Where the encrypted body lies; `digest` is SHA-256 (hex) over the ciphertext, `sizeBytes` is the ciphertext's. */
export interface BodyReference {
  readonly blobId: string;
  readonly kid: Kid;
  readonly sizeBytes: number;
  readonly digest: string;
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
}

/** What `EmailAccepted` says, and what a submission lists of each of its mails. Recipients are numbered by their place. */
export interface AcceptedEmail {
  /** The submission that lists this mail, where there was one (an idempotency key, or a batch). */
  readonly submission: StreamName | null;
  readonly domainId: string;
  /** RFC 5322 §3.6.4, with its angle brackets; the same on every attempt. */
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
  return { kids: [...new Set(kids)], blobIds: stored.map(({ blobId }) => blobId) };
}

/** Nothing was accepted under this stream, and nothing will be: a later writer of the accept loses. */
export interface AcceptAbandoned {
  readonly type: 'AcceptAbandoned';
  readonly data: { readonly reason: 'append-unknown' | 'orphan-sweep' };
}
