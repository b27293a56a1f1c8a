import type {
  AcceptedAttachment,
  BodyReference,
  EmailTag,
  MessageDsn,
  RecipientDsn,
  RecipientRole,
  RetryClass,
} from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import type { ScannedParts } from '../ports/message-reader.js';
import type { KeyState, StagedBlob } from '../ports/vault.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { addressHash } from '../shared/address-hash.js';
import {
  acceptedRecipient,
  type EmailPlace,
  type PreparedEmail,
  type PrepareTools,
  recipientsOf,
} from './compose-accepted.js';

/** The text of a message, sealed under the mail's own key and on its way into the vault. */
export interface StagedText {
  /** The vault row that the mail will have, and its first key. */
  readonly row: string;
  readonly key: Buffer;
  readonly blobId: string;
  readonly staged: StagedBlob;
  /** Of the text, before it was sealed. */
  readonly plainBytes: number;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly headerIsUtf8: boolean;
  readonly parts: ScannedParts;
}

/** A mail that came as RFC 5322 text, read and staged. */
export interface RawEmail extends Readonly<Record<RecipientRole, readonly Mailbox[]>> {
  readonly emailId: string;
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly tags: readonly EmailTag[];
  readonly retryClass: RetryClass;
  /** Everybody whose address stands in the header: the text is gone for all when it is erased for one. */
  readonly named: readonly Mailbox[];
  /** The sender's own; null where it gave none. */
  readonly messageId: string | null;
  readonly dsn: MessageDsn | null;
  /** By address. */
  readonly recipientDsn: ReadonlyMap<string, RecipientDsn>;
  readonly text: StagedText;
}

/** One data key for the mail, which has sealed its text, and one for each recipient. */
export function prepareRawEmail(
  { ids, hash }: Pick<PrepareTools, 'ids' | 'hash'>,
  email: RawEmail,
  domain: VerifiedDomain,
  { emailId, anchor, submission, time }: EmailPlace,
): PreparedEmail {
  const { text, from, replyTo, subject, tags, retryClass, messageId, dsn } = email;
  const { row, key, blobId, sizeBytes, digest, parts } = text;
  const addressed = recipientsOf(email);
  const keys = [key, ...addressed.map(() => ids.dataKey())];
  const mailKid = kidOf(row, 0);
  const body: BodyReference = { blobId, kid: mailKid, sizeBytes, digest };
  return {
    emailId,
    region: domain.region,
    accepted: {
      submission,
      domainId: domain.domainId,
      messageId: ownMessageId(emailId, domain.name),
      retryClass,
      sandbox: domain.sandbox,
      content: plain(mailKid, { from, replyTo, subject, headers: [], tags }),
      contentAddressHashes: [...new Set(email.named.map(({ address }) => addressHash(hash, address)))],
      recipients: addressed.map((recipient, number) => {
        const kid = kidOf(row, number + 1);
        const asked = email.recipientDsn.get(recipient.mailbox.address);
        return acceptedRecipient(hash, kid, { ...recipient, dsn: asked === undefined ? null : plain(kid, asked) });
      }),
      body,
      attachments: parts.attachments.map(
        ({ detail, place, contentBytes }): AcceptedAttachment => ({
          id: ids.next(),
          contentBytes,
          content: body,
          detail: plain(mailKid, detail),
          part: place,
        }),
      ),
      scheduledAt: null,
      raw: {
        sizeBytes: text.plainBytes,
        eightBit: text.headerIsUtf8 || parts.eightBit,
        utf8: text.headerIsUtf8,
        text: parts.text,
        html: parts.html,
        messageId: messageId === null ? null : plain(mailKid, messageId),
        dsn: dsn === null ? null : plain(mailKid, dsn),
      },
    },
    keyRow: { row, anchor, createdAt: time, keys },
    keyRing: new Map<Kid, KeyState>(keys.map((each, index) => [kidOf(row, index), { state: 'present', key: each }])),
    blobs: [],
    staged: text.staged,
  };
}

/** Of a mail whose sender gave none. */
export function ownMessageId(emailId: string, domain: string): string {
  return `<${emailId}@${domain}>`;
}
