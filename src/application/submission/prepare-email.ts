import type {
  AcceptedAttachment,
  AcceptedEmail,
  AcceptedRecipient,
  AttachmentDetail,
  EmailTag,
  MailSubscription,
  MailTracking,
  MessageDsn,
  RecipientDsn,
  RecipientRole,
  RetryClass,
  TrackChoice,
} from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { ScannedParts } from '../ports/message-reader.js';
import type { KeyState, NewBlob, StagedBlob } from '../ports/vault.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { addressHash, destinationOf } from '../shared/address-hash.js';
import type { Ports } from '../shared/ports.js';
import { sealBody } from '../shared/sealed-body.js';
import type { EmailRequest } from './email-request.js';
import type { VaultEntry } from './store.js';

/** A mail that may be sent, with everything that it consists of, and the domain that signs it. */
export interface CheckedEmail {
  readonly email: CompleteEmail | RawEmail;
  readonly domain: VerifiedDomain;
  readonly subscription?: MailSubscription;
  /** Chosen already; absent: a new one, where the mail does not know its own. */
  readonly emailId?: string;
}

/** A request over REST with nothing left to fetch. */
export type CompleteEmail = Omit<EmailRequest, 'attachments'> & {
  readonly attachments: readonly AttachedContent[];
  /** By address: what an SMTP client asked about its recipients. */
  readonly recipientDsn?: ReadonlyMap<string, RecipientDsn>;
};

/** An attachment whose content is here. */
export interface AttachedContent extends AttachmentDetail {
  readonly content: Uint8Array;
}

/** A mail that came over SMTP as RFC 5322 text, read and staged; it knows its id already. */
export interface RawEmail extends Readonly<Record<RecipientRole, readonly Mailbox[]>> {
  readonly emailId: string;
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly tags: readonly EmailTag[];
  readonly retryClass: RetryClass;
  /** Every mailbox in the header: an erasure of any of these people erases the text. */
  readonly named: readonly Mailbox[];
  /** The sender's own; null where it gave none. */
  readonly messageId: string | null;
  readonly dsn: MessageDsn | null;
  /** By address. */
  readonly recipientDsn: ReadonlyMap<string, RecipientDsn>;
  readonly text: StagedText;
  /** What its sender leaves of what the domain tracks. */
  readonly track: TrackChoice | undefined;
  readonly isAnyTlsEnough?: true;
}

/** The text of a message, sealed under the mail's own key and on its way into the vault. */
export interface StagedText {
  /** The vault row that the mail will have, and its first key. */
  readonly row: string;
  readonly key: Buffer;
  readonly blobId: string;
  readonly staged: StagedBlob;
  /** Size of the text before it was sealed. */
  readonly plainBytes: number;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly headerIsUtf8: boolean;
  readonly parts: ScannedParts;
}

/** Where a mail will lie in the log. */
export interface EmailPlace {
  readonly emailId: string;
  /** The stream whose existence justifies what the vault holds for it. */
  readonly anchor: StreamName;
  readonly submission: StreamName | null;
  /** ISO 8601. */
  readonly time: string;
  /** The row of its keys, and those that are in the vault under it already; absent: a new row. */
  readonly keys?: { readonly row: string; readonly stored: readonly Buffer[] | undefined };
}

/** The data of the event that opens the mail, with the keys that seal it. */
export interface MailToOpen {
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
  readonly region: string;
  readonly keyRing: ReadonlyMap<Kid, KeyState>;
}

/** What the vault stores (the body, then the attachments), and what the log then gets. */
export interface PreparedEmail extends MailToOpen, VaultEntry {}

export type PreparePorts = Pick<Ports, 'ids' | 'hash' | 'sealer'>;

/** One data key for the mail, under which its content is sealed, and one for each recipient. Writes nothing. */
export function prepareEmail(
  ports: PreparePorts,
  { email, domain, subscription }: Omit<CheckedEmail, 'emailId'>,
  place: EmailPlace,
): PreparedEmail | Promise<PreparedEmail> {
  return 'emailId' in email
    ? prepareRawEmail(ports, email, domain, subscription, place)
    : prepareCompleteEmail(ports, email, domain, subscription, place);
}

async function prepareCompleteEmail(
  { ids, hash, sealer }: PreparePorts,
  email: CompleteEmail,
  domain: VerifiedDomain,
  subscription: MailSubscription | undefined,
  { emailId, anchor, submission, time, keys: known }: EmailPlace,
): Promise<PreparedEmail> {
  const row = known?.row ?? ids.next();
  const addressed = recipientsOf(email);
  const keys = known?.stored ?? Array.from({ length: addressed.length + 1 }, () => ids.dataKey());
  const mailKid = kidOf(row, 0);
  const mailKey = keys[0] ?? Buffer.alloc(0);
  const body = await sealBody(sealer, mailKid, mailKey, bodyOf(email));
  const blobId = ids.next();
  const attached: { readonly accepted: AcceptedAttachment; readonly blob: NewBlob }[] = [];
  for (const attachment of email.attachments) attached.push(await seal(attachment));
  const { from, replyTo, subject, headers, tags, retryClass, scheduledAt } = email;
  return {
    emailId,
    region: domain.region,
    accepted: {
      submission,
      domainId: domain.domainId,
      messageId: ownMessageId(emailId, domain.name),
      retryClass,
      sandbox: domain.sandbox,
      content: plain(mailKid, { from, replyTo, subject, headers, tags }),
      contentAddressHashes: addressHashes(hash, [from, ...replyTo]),
      recipients: addressed.map((recipient, number) =>
        acceptedRecipient(hash, kidOf(row, number + 1), recipient, email.recipientDsn),
      ),
      body: { blobId, kid: mailKid, sizeBytes: body.bytes.length, digest: body.digest },
      attachments: attached.map(({ accepted }) => accepted),
      // A moment past is now, and a mail that leaves now is not a scheduled one.
      scheduledAt: scheduledAt !== undefined && scheduledAt > time ? scheduledAt : null,
      raw: null,
      ...(subscription === undefined ? {} : { subscription }),
      ...composedFrom(email),
      ...((email.html ?? '') === '' && email.merge === undefined ? {} : mailTracking(domain, email.track)),
    },
    keyRow: { row, anchor, createdAt: time, keys },
    ...(known?.stored === undefined ? {} : { hasKeyRow: true }),
    keyRing: keyRingOf(row, keys),
    blobs: [{ id: blobId, anchor, createdAt: time, bytes: body.bytes }, ...attached.map(({ blob }) => blob)],
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

function prepareRawEmail(
  { ids, hash }: PreparePorts,
  email: RawEmail,
  domain: VerifiedDomain,
  subscription: MailSubscription | undefined,
  { emailId, anchor, submission, time }: EmailPlace,
): PreparedEmail {
  const { text, from, replyTo, subject, tags, retryClass, messageId, dsn, isAnyTlsEnough } = email;
  const { row, key, blobId, sizeBytes, digest, parts } = text;
  const addressed = recipientsOf(email);
  const keys = [key, ...addressed.map(() => ids.dataKey())];
  const mailKid = kidOf(row, 0);
  const body = { blobId, kid: mailKid, sizeBytes, digest };
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
      contentAddressHashes: addressHashes(hash, email.named),
      recipients: addressed.map((recipient, number) =>
        acceptedRecipient(hash, kidOf(row, number + 1), recipient, email.recipientDsn),
      ),
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
      ...(subscription === undefined ? {} : { subscription }),
      ...(parts.html.length > 0 ? mailTracking(domain, email.track) : {}),
      ...(isAnyTlsEnough && { isAnyTlsEnough }),
    },
    keyRow: { row, anchor, createdAt: time, keys },
    keyRing: keyRingOf(row, keys),
    blobs: [],
    staged: text.staged,
  };
}

export function recipientsOf(
  email: Readonly<Record<RecipientRole, readonly Mailbox[]>>,
): readonly { readonly role: RecipientRole; readonly mailbox: Mailbox }[] {
  return (['to', 'cc', 'bcc'] as const).flatMap((role) => email[role].map((mailbox) => ({ role, mailbox })));
}

/** Message-ID of an email whose sender gave none. */
export function ownMessageId(emailId: string, domain: string): string {
  return `<${emailId}@${domain}>`;
}

/** A recipient, its address under its own key. */
function acceptedRecipient(
  hash: KeyedHash,
  kid: Kid,
  { role, mailbox }: { readonly role: RecipientRole; readonly mailbox: Mailbox },
  asked: ReadonlyMap<string, RecipientDsn> | undefined,
): AcceptedRecipient {
  const dsn = asked?.get(mailbox.address);
  return {
    role,
    destination: destinationOf(hash, mailbox.address),
    addressHash: addressHash(hash, mailbox.address),
    mailbox: plain(kid, mailbox),
    dsn: dsn === undefined ? null : plain(kid, dsn),
  };
}

function addressHashes(hash: KeyedHash, mailboxes: readonly Mailbox[]): readonly string[] {
  return [...new Set(mailboxes.map(({ address }) => addressHash(hash, address)))];
}

function keyRingOf(row: string, keys: readonly Buffer[]): ReadonlyMap<Kid, KeyState> {
  return new Map(keys.map((key, index) => [kidOf(row, index), { state: 'present', key }]));
}

function composedFrom({ merge }: Pick<EmailRequest, 'merge'>): Pick<AcceptedEmail, 'template' | 'broadcast'> {
  if (merge === undefined) return {};
  return 'contactId' in merge.used ? { broadcast: merge.used } : { template: merge.used };
}

/** What is composed from a template, or is of a broadcast, keeps its values only. */
function bodyOf({ html, text, merge }: Pick<EmailRequest, 'html' | 'text' | 'merge'>) {
  if (merge !== undefined) return { text: JSON.stringify(merge.values) };
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }) };
}

/** What of a mail is tracked from now on, whatever becomes of its domain's settings. */
function mailTracking(
  { tracking }: Pick<VerifiedDomain, 'tracking'>,
  track: TrackChoice | undefined,
): { readonly tracking?: MailTracking } {
  if (tracking === undefined) return {};
  const { host, opens, clicks } = tracking;
  return {
    tracking: {
      host,
      opens: opens && (track === undefined || track === 'opens'),
      clicks: clicks && (track === undefined || track === 'clicks'),
    },
  };
}
