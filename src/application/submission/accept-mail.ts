import type { MessageDsn, RecipientDsn } from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import { kidOf } from '../../domain/shared/personal.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { HeaderField, MessageReader } from '../ports/message-reader.js';
import { VaultUnavailable } from '../ports/vault.js';
import { type Principal, type RequestContext, unavailable } from '../shared/context.js';
import { sealMessage } from '../shared/sealed-message.js';
import { type Accepting, acceptReady } from './accept-emails.js';
import type { Idempotency, SenderRefusal } from './accept-emails.command.js';
import { checkSender, type SenderRules } from './check-sender.js';
import { type MessageSource, openSource } from './message-source.js';
import { headerToSend, type RawHeader, readRawHeader } from './raw-header.js';
import { ownMessageId, type RawEmail, type StagedText } from './raw-email.js';
import { describeRefusal } from './smtp-refusals.js';
import type { AcceptMail, AcceptMailResult, SmtpEnvelope, SmtpRefusal, SmtpSubmission } from './smtp-submission.js';

export interface AcceptMailDependencies extends Accepting {
  readonly rules: SenderRules;
  readonly reader: MessageReader;
  /** How the service names itself in the Received field. */
  readonly hostName: string;
  /** Whether the trace field names the client. */
  readonly tracesClient: boolean;
}

/** RFC 5322 sets no limit; no program writes as much. */
export const maxHeaderBytes = 256 * 1024;
export const maxMessageBytes = 41_943_040;

/** Takes messages as they come: into the vault while they arrive, then into the log. */
export function createAcceptMail(dependencies: AcceptMailDependencies): AcceptMail {
  return async (sender, submission) => {
    const source = openSource(submission.message, { maxHeaderBytes, maxMessageBytes });
    const result = await accept(dependencies, sender, submission, source).catch(outage);
    await source.drain();
    return result;
  };
}

async function accept(
  dependencies: AcceptMailDependencies,
  sender: Principal,
  submission: SmtpSubmission,
  source: MessageSource,
): Promise<AcceptMailResult> {
  const { reader, ports } = dependencies;
  const section = await source.header();
  if (section === 'too-large') return refused('header-too-large', 'The header is larger than 256 KiB');
  const fields = reader.fields(section);
  if (fields === undefined) return refused('header-not-valid', 'The message does not begin with header fields');
  const header = readRawHeader(reader, fields);
  if ('refused' in header) return refused(header.refused, header.message);
  const recipients = recipientsOf(reader, header, submission.envelope);
  if (recipients === undefined) return refused('recipient-not-valid', 'A recipient is not an email address');
  const email = { ...header, ...recipients, emailId: ports.ids.next() };

  // A repeat gets its answer whatever the sender may do by now, so with a key this is asked later.
  const early = header.idempotencyKey === null ? await checkSender(dependencies.rules, sender, email) : undefined;
  if (early !== undefined && 'refused' in early) return describeRefusal(early);
  const text = await stage(dependencies, submission, { header, fields, email }, source);
  if (text === 'too-large') return refused('message-too-large', 'The message is larger than 41943040 octets');
  const context: RequestContext = {
    teamId: sender.teamId,
    actor: { kind: 'smtp-session', id: submission.sessionId },
    correlationId: submission.context.correlationId,
  };
  const idempotency = idempotencyOf(header, submission.envelope, text);
  const raw = rawEmail(email, submission.envelope, text);
  try {
    const answer = await acceptReady<SenderRefusal>(dependencies, { context, idempotency }, async () => {
      const domain = early ?? (await checkSender(dependencies.rules, sender, email));
      return 'refused' in domain ? domain : { request: raw, domain };
    });
    return 'refused' in answer ? describeRefusal(answer) : { kind: 'accepted', emailId: answer.emailId };
  } finally {
    // Of a repeat, or of what was refused. Where it stays behind nevertheless, the sweep finds it.
    await text.staged.discard().catch(() => undefined);
  }
}

/** An engine that cannot be asked is nobody's mistake; everything else goes on. */
function outage(error: unknown): AcceptMailResult {
  if (error instanceof EventLogUnavailable || error instanceof VaultUnavailable) return describeRefusal(unavailable);
  throw error;
}

function refused(refusal: SmtpRefusal, message: string): AcceptMailResult {
  return { kind: 'refused', refusal, message };
}

type AddressedEmail = RawHeader & Recipients & { readonly emailId: string };

interface Recipients {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly recipientDsn: ReadonlyMap<string, RecipientDsn>;
  /** Everybody whose address the header holds. */
  readonly named: readonly Mailbox[];
}

/** The envelope says who gets it; the header says what each of them is shown as. */
function recipientsOf(reader: MessageReader, header: RawHeader, envelope: SmtpEnvelope): Recipients | undefined {
  const shownTo = byAddress(header.to);
  const shownCc = byAddress(header.cc);
  const roles = { to: [] as Mailbox[], cc: [] as Mailbox[], bcc: [] as Mailbox[] };
  const recipientDsn = new Map<string, RecipientDsn>();
  const known = new Set<string>();
  for (const recipient of envelope.recipients) {
    const address = reader.address(recipient.address);
    if (address === undefined) return undefined;
    if (known.has(address)) continue;
    known.add(address);
    const same = address.toLowerCase();
    const role = shownTo.has(same) ? 'to' : shownCc.has(same) ? 'cc' : 'bcc';
    roles[role].push({ name: shownTo.get(same) ?? shownCc.get(same) ?? null, address });
    const { notify, orcpt } = recipient;
    if (notify !== undefined || orcpt !== undefined) {
      recipientDsn.set(address, { notify: notify ?? null, orcpt: orcpt ?? null });
    }
  }
  return { ...roles, recipientDsn, named: [header.from, ...header.replyTo, ...header.to, ...header.cc] };
}

function byAddress(mailboxes: readonly Mailbox[]): ReadonlyMap<string, string | null> {
  return new Map(mailboxes.map(({ address, name }) => [address.toLowerCase(), name]));
}

/** Seals the text that will be sent, and learns on the way where its parts lie. */
async function stage(
  { ports, reader, hostName, tracesClient }: AcceptMailDependencies,
  { envelope, client }: Pick<SmtpSubmission, 'envelope' | 'client'>,
  mail: { readonly header: RawHeader; readonly fields: readonly HeaderField[]; readonly email: AddressedEmail },
  source: MessageSource,
): Promise<StagedText | 'too-large'> {
  const { header, email } = mail;
  const { emailId, from } = email;
  const head = headerToSend(header, {
    host: hostName,
    client: tracesClient ? client : null,
    protocol: envelope.smtpUtf8 ? 'UTF8SMTPSA' : 'ESMTPSA',
    emailId,
    messageId: ownMessageId(emailId, from.address.slice(from.address.lastIndexOf('@') + 1)),
    timeMs: ports.clock.now(),
  });
  const digest = header.idempotencyKey !== null;
  const scanner = reader.scan(mail.fields, { bodyStart: head.length, digest });
  async function* text(): AsyncGenerator<Buffer> {
    yield head;
    for await (const chunk of source.body()) {
      scanner.write(chunk);
      yield chunk;
    }
  }
  const row = ports.ids.next();
  const key = ports.ids.dataKey();
  const blobId = ports.ids.next();
  const sealed = sealMessage(ports.sealer, { kid: kidOf(row, 0), blobId }, key, text());
  const staged = await ports.blobs.stage(blobId, sealed.segments);
  if (source.isTooLarge()) {
    await staged.discard();
    return 'too-large';
  }
  const headerIsUtf8 = head.some((byte) => byte > 127);
  return { row, key, blobId, staged, ...sealed.result(), headerIsUtf8, parts: scanner.end() };
}

function rawEmail(email: AddressedEmail, { ret, envid }: SmtpEnvelope, text: StagedText): RawEmail {
  const { emailId, from, to, cc, bcc, replyTo, subject, tags, retryClass, named, messageId, recipientDsn } = email;
  const dsn: MessageDsn | null =
    ret === undefined && envid === undefined ? null : { ret: ret ?? null, envid: envid ?? null };
  return {
    ...{ emailId, from, to, cc, bcc, replyTo, subject, tags, retryClass, named, messageId, dsn, recipientDsn },
    text,
  };
}

/** Clients change the rest on a retry: Date, Message-ID, boundaries, transfer encodings. */
function idempotencyOf(
  { idempotencyKey, compared }: RawHeader,
  { reversePath, recipients, ret, envid }: SmtpEnvelope,
  { parts }: StagedText,
): Idempotency | null {
  if (idempotencyKey === null) return null;
  const envelope = {
    reversePath,
    recipients: recipients.map(({ address, notify, orcpt }) => [address, notify ?? null, orcpt ?? null]),
    ret: ret ?? null,
    envid: envid ?? null,
  };
  const payload = { envelope, headers: compared, parts: parts.digest };
  return { key: idempotencyKey, method: 'SMTP', path: 'message', payload };
}
