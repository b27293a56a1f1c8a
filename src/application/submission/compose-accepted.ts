import type { AcceptedEmail, AcceptedRecipient, RecipientRole } from '../../domain/shared/accepted-email.js';
import { domainOfAddress, type Mailbox } from '../../domain/shared/mailbox.js';
import { type Kid, kidOf, plain } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { Ids, KeyedHash } from '../ports/hashing.js';
import type { DataKeyRow, KeyState, NewBlob } from '../ports/vault.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { addressHash } from '../shared/address-hash.js';
import type { EmailRequest } from './accept-emails.command.js';

/** A mail ready to be accepted: what the vault must hold first, and what the log then says. */
export interface PreparedEmail {
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
  readonly region: string;
  readonly keyRow: DataKeyRow;
  readonly keyRing: ReadonlyMap<Kid, KeyState>;
  readonly blob: NewBlob;
}

export interface PrepareTools {
  readonly ids: Ids;
  readonly hash: KeyedHash;
  readonly sealer: BodySealer;
}

/** One data key for the mail and one for each recipient; the body sealed under the mail's. */
export function prepareEmail(
  tools: PrepareTools,
  request: EmailRequest,
  domain: VerifiedDomain,
  place: {
    readonly emailId: string;
    readonly anchor: StreamName;
    readonly submission: StreamName | null;
    readonly time: string;
  },
): PreparedEmail {
  const { ids, hash, sealer } = tools;
  const { emailId, anchor, submission, time } = place;
  const row = ids.next();
  const addressed = recipientsOf(request);
  const keys = Array.from({ length: addressed.length + 1 }, () => ids.dataKey());
  const keyRing = new Map<Kid, KeyState>(keys.map((key, index) => [kidOf(row, index), { state: 'present', key }]));
  const mailKid = kidOf(row, 0);
  const mailKey = keys[0] ?? Buffer.alloc(0);
  const body = sealer.seal(mailKid, mailKey, bodyOf(request));
  const blobId = ids.next();
  const recipients = addressed.map(
    ({ role, mailbox }, number): AcceptedRecipient => ({
      role,
      destination: destinationOf(hash, mailbox.address),
      addressHash: addressHash(hash, mailbox.address),
      mailbox: plain(kidOf(row, number + 1), mailbox),
    }),
  );
  const { from, replyTo, subject, headers, tags, retryClass } = request;
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
      attachments: [],
      scheduledAt: null,
    },
    keyRow: { row, anchor, createdAt: time, keys },
    keyRing,
    blob: { id: blobId, anchor, createdAt: time, bytes: body.bytes },
  };
}

/** Keyed, so that the log names no receiving host; the same for every mail to that domain. */
export function destinationOf(hash: KeyedHash, address: string): string {
  return hash.hash('domain-name', ['destination', domainOfAddress(address)]).slice(0, 32);
}

export function recipientsOf(
  request: EmailRequest,
): readonly { readonly role: RecipientRole; readonly mailbox: Mailbox }[] {
  return (['to', 'cc', 'bcc'] as const).flatMap((role) => request[role].map((mailbox) => ({ role, mailbox })));
}

function bodyOf({ html, text }: EmailRequest) {
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }) };
}
