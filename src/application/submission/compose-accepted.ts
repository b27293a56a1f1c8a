import type {
  AcceptedAttachment,
  AcceptedEmail,
  AcceptedRecipient,
  AttachmentDetail,
  RecipientRole,
} from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { Ids } from '../ports/ids.js';
import type { DataKeyRow, KeyState, NewBlob, StagedBlob } from '../ports/vault.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { addressHash } from '../shared/address-hash.js';
import { destinationOf } from '../shared/destination.js';
import { sealBody } from '../shared/sealed-body.js';
import type { EmailRequest } from './accept-emails.command.js';

/** A mail ready to be accepted: what the vault must hold first, and what the log then says. */
export interface PreparedEmail {
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
  readonly region: string;
  readonly keyRow: DataKeyRow;
  readonly keyRing: ReadonlyMap<Kid, KeyState>;
  /** The body, then the attachments. */
  readonly blobs: readonly NewBlob[];
  /** A raw message's text, in their stead. */
  readonly staged?: StagedBlob;
}

/** An attachment whose content is here. */
export interface AttachedContent extends AttachmentDetail {
  readonly content: Uint8Array;
}

/** A request with nothing left to fetch. */
export type CompleteEmail = Omit<EmailRequest, 'attachments'> & { readonly attachments: readonly AttachedContent[] };

export interface PrepareTools {
  readonly ids: Ids;
  readonly hash: KeyedHash;
  readonly sealer: BodySealer;
}

/** Where a mail will lie in the log. */
export interface EmailPlace {
  readonly emailId: string;
  /** The stream whose existence justifies what the vault holds for it. */
  readonly anchor: StreamName;
  readonly submission: StreamName | null;
  /** ISO 8601. */
  readonly time: string;
}

/** One data key for the mail and one for each recipient; body and attachments sealed under the mail's. */
export async function prepareEmail(
  tools: PrepareTools,
  request: CompleteEmail,
  domain: VerifiedDomain,
  place: EmailPlace,
): Promise<PreparedEmail> {
  const { ids, hash, sealer } = tools;
  const { emailId, anchor, submission, time } = place;
  const row = ids.next();
  const addressed = recipientsOf(request);
  const keys = Array.from({ length: addressed.length + 1 }, () => ids.dataKey());
  const keyRing = new Map<Kid, KeyState>(keys.map((key, index) => [kidOf(row, index), { state: 'present', key }]));
  const mailKid = kidOf(row, 0);
  const mailKey = keys[0] ?? Buffer.alloc(0);
  const body = await sealBody(sealer, mailKid, mailKey, bodyOf(request));
  const blobId = ids.next();
  const attached: { readonly accepted: AcceptedAttachment; readonly blob: NewBlob }[] = [];
  for (const attachment of request.attachments) attached.push(await seal(attachment));
  const recipients = addressed.map((recipient, number) =>
    acceptedRecipient(hash, kidOf(row, number + 1), { ...recipient, dsn: null }),
  );
  const { from, replyTo, subject, headers, tags, retryClass, scheduledAt } = request;
  return {
    emailId,
    region: domain.region,
    accepted: {
      submission,
      domainId: domain.domainId,
      messageId: `<${emailId}@${domain.name}>`,
      retryClass,
      sandbox: domain.sandbox,
      content: plain(mailKid, { from, replyTo, subject, headers, tags }),
      contentAddressHashes: [...new Set([from, ...replyTo].map(({ address }) => addressHash(hash, address)))],
      recipients,
      body: { blobId, kid: mailKid, sizeBytes: body.bytes.length, digest: body.digest },
      attachments: attached.map(({ accepted }) => accepted),
      // A moment past is now, and a mail that leaves now is not a scheduled one.
      scheduledAt: scheduledAt !== undefined && scheduledAt > time ? scheduledAt : null,
      raw: null,
    },
    keyRow: { row, anchor, createdAt: time, keys },
    keyRing,
    blobs: [
      { id: blobId, anchor, createdAt: time, bytes: body.bytes },
      ...attached.map((attachment) => attachment.blob),
    ],
  };

  async function seal({ content, ...detail }: AttachedContent) {
    const contentBlobId = ids.next();
    const { bytes, digest } = await sealer.sealContent({ kid: mailKid, blobId: contentBlobId }, mailKey, content);
    const accepted: AcceptedAttachment = {
      id: ids.next(),
      contentBytes: content.length,
      content: { blobId: contentBlobId, kid: mailKid, sizeBytes: bytes.length, digest },
      detail: plain(mailKid, detail),
      part: null,
    };
    return { accepted, blob: { id: contentBlobId, anchor, createdAt: time, bytes } };
  }
}

/** A recipient, its address under its own key. */
export function acceptedRecipient(
  hash: KeyedHash,
  kid: Kid,
  { role, mailbox, dsn }: { readonly role: RecipientRole; readonly mailbox: Mailbox } & Pick<AcceptedRecipient, 'dsn'>,
): AcceptedRecipient {
  return {
    role,
    destination: destinationOf(hash, mailbox.address),
    addressHash: addressHash(hash, mailbox.address),
    mailbox: plain(kid, mailbox),
    dsn,
  };
}

export function recipientsOf(
  request: Pick<EmailRequest, RecipientRole>,
): readonly { readonly role: RecipientRole; readonly mailbox: Mailbox }[] {
  return (['to', 'cc', 'bcc'] as const).flatMap((role) => request[role].map((mailbox) => ({ role, mailbox })));
}

function bodyOf({ html, text }: Pick<EmailRequest, 'html' | 'text'>) {
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }) };
}
