import type { MessageDsn } from '../../domain/shared/accepted-email.js';
import { kidOf } from '../../domain/shared/personal.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { HeaderField, MessageReader } from '../ports/message-reader.js';
import { VaultUnavailable } from '../ports/vault.js';
import { type Principal, type RequestContext, unavailable } from '../shared/context.js';
import { sealMessage } from '../shared/sealed-message.js';
import { accept } from './accept.js';
import { checkSender, unreachableLinks } from './check-email.js';
import { acceptTemplated, type TemplatedPorts } from './accept-templated-message.js';
import type { SenderRefusal } from './email-request.js';
import { subscriptionOf } from './mail-about.js';
import { MessageSource } from './message-source.js';
import { ownMessageId, type RawEmail, type StagedText } from './prepare-email.js';
import { headerToSend } from './header-to-send.js';
import { type RawHeader, readRawHeader, repairedHeader } from './raw-header.js';
import { idempotencyOf } from './smtp-idempotency.js';
import { type Recipients, recipientsOf } from './smtp-recipients.js';
import { withoutTrailingBlanks } from './trailing-blanks.js';
import { type AcceptSmtpResult, describeRefusal, type SmtpRefusal, type SmtpSubmission } from './smtp-submission.js';

export interface AcceptSmtpPorts extends TemplatedPorts {
  readonly trace: {
    /** How the service names itself in the Received field. */
    readonly hostName: string;
    readonly namesClient: boolean;
  };
  /** Nothing new can be stored. */
  readonly cannotStore: () => boolean;
}

/**
 * Takes a message as it comes: into the vault while it arrives, then into the log. `accepted` means that both have it
 * on disk. Rejects with what `message` throws; nothing was accepted then.
 */
export async function acceptSmtpMessage(
  ports: AcceptSmtpPorts,
  sender: Principal,
  submission: SmtpSubmission,
): Promise<AcceptSmtpResult> {
  const source = new MessageSource(submission.message);
  const result = await acceptFrom(source, ports, sender, submission).catch(outage);
  await source.drain();
  return result;
}

async function acceptFrom(
  source: MessageSource,
  ports: AcceptSmtpPorts,
  sender: Principal,
  submission: SmtpSubmission,
): Promise<AcceptSmtpResult> {
  const { reader, senderRules } = ports;
  if (ports.cannotStore())
    return refused('disk-full', 'This server can store nothing now: its disk is full or away; try again later');
  const section = await source.header();
  if (section === 'too-large') return refused('header-too-large', 'The header is larger than 256 KiB or 10,000 lines');
  const fields = reader.fields(section);
  if (fields === undefined) return refused('header-not-valid', 'The message does not begin with header fields');
  const written = readRawHeader(reader, fields);
  if ('refused' in written) return refused(written.refused, written.message);
  const header = repairedHeader(reader, written, submission.envelope);
  if ('refused' in header) return refused(header.refused, header.message);
  const recipients = recipientsOf(reader, header, submission.envelope);
  if (recipients === undefined) return refused('recipient-not-valid', 'A recipient is not an email address');
  const context: RequestContext = {
    teamId: sender.teamId,
    actor:
      submission.ofServer === undefined
        ? { kind: 'smtp-session', id: submission.sessionId }
        : { kind: 'system', id: submission.ofServer },
    correlationId: submission.context.correlationId,
  };
  if (header.template !== null) {
    // Composed here, so its fields are taken as they came.
    const mail = { header: written, template: header.template, fields, recipients, envelope: submission.envelope };
    return acceptTemplated(ports, sender, context, mail, source);
  }
  const { kept, body } = await bodyToSend(reader, header, source);
  const email = { ...header, kept, ...recipients, emailId: ports.ids.next() };

  // A repeat gets its first answer even where the sender has lost the permission since, so with a key this is checked
  // later.
  const early = header.idempotencyKey === null ? await checkSender(senderRules, sender, email) : undefined;
  if (early !== undefined && 'refused' in early) return describeRefusal(early);
  const text = await stage(ports, submission, email, body);
  if (source.isTooLarge()) {
    await text.staged.discard();
    return refused('message-too-large', 'The message is larger than 41943040 octets');
  }
  const idempotency = idempotencyOf(header, submission.envelope, text.parts);
  const raw = rawEmail(email, submission, text);
  try {
    const answer = await accept<SenderRefusal>(ports, context, idempotency, async () => {
      const domain = early ?? (await checkSender(senderRules, sender, email));
      if ('refused' in domain) return domain;
      const names = header.kept.map(({ name }) => name);
      const subscription = await subscriptionOf(ports, sender.teamId, header.about, names);
      if (subscription === undefined) return { email: raw, domain };
      if ('refused' in subscription) return subscription;
      return unreachableLinks(senderRules, domain, { subscription }) ?? { email: raw, domain, subscription };
    });
    return 'refused' in answer ? describeRefusal(answer) : { kind: 'accepted', emailId: answer.emailId };
  } finally {
    // Only a repeat or a refusal leaves a text to discard; a stored one stays. Where the discard fails, the sweep
    // removes it.
    await text.staged.discard().catch(() => undefined);
  }
}

/** An engine that cannot be reached is answered as an outage; every other error goes through. */
function outage(error: unknown): AcceptSmtpResult {
  if (error instanceof EventLogUnavailable || error instanceof VaultUnavailable) return describeRefusal(unavailable);
  throw error;
}

function refused(refusal: SmtpRefusal, message: string): AcceptSmtpResult {
  return { kind: 'refused', refusal, message };
}

/** What somebody else signed stays as it came; the rest becomes what every verifier reads alike. */
async function bodyToSend(
  reader: MessageReader,
  { kept }: RawHeader,
  source: MessageSource,
): Promise<{ readonly kept: readonly HeaderField[]; readonly body: AsyncIterable<Buffer> }> {
  if (isSignedBySender(kept)) return { kept, body: source.body() };
  const blank = (await source.isBlank()) ? reader.blankText(kept) : undefined;
  if (blank === undefined) return { kept, body: withoutTrailingBlanks(source.body()) };
  return { kept: blank.fields, body: oneChunk(blank.body) };
}

async function* oneChunk(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

function isSignedBySender(kept: readonly HeaderField[]): boolean {
  return kept.some(({ name }) => name.toLowerCase() === 'dkim-signature');
}

type AddressedEmail = RawHeader & Recipients & { readonly emailId: string };

/** Seals the text that will be sent, and notes where its parts lie while it passes. */
async function stage(
  ports: AcceptSmtpPorts,
  { envelope, client }: Pick<SmtpSubmission, 'envelope' | 'client'>,
  email: AddressedEmail,
  body: AsyncIterable<Buffer>,
): Promise<StagedText> {
  const { reader, ids, trace } = ports;
  const { emailId, from, kept } = email;
  const head = headerToSend(email, {
    host: trace.hostName,
    client: trace.namesClient ? client : null,
    protocol: envelope.smtpUtf8 ? 'UTF8SMTPSA' : 'ESMTPSA',
    emailId,
    messageId: ownMessageId(emailId, from.address.slice(from.address.lastIndexOf('@') + 1)),
    timeMs: ports.clock.now(),
  });
  const digest = email.idempotencyKey !== null;
  const scanner = reader.scan(kept, { bodyStart: head.length, digest });
  async function* text(): AsyncGenerator<Buffer> {
    yield head;
    for await (const chunk of body) {
      scanner.write(chunk);
      yield chunk;
    }
  }
  const row = ids.next();
  const key = ids.dataKey();
  const blobId = ids.next();
  const sealed = sealMessage(ports.sealer, { kid: kidOf(row, 0), blobId }, key, text());
  const staged = await ports.blobs.stage(blobId, sealed.segments);
  const headerIsUtf8 = head.some((byte) => byte > 127);
  return { row, key, blobId, staged, ...sealed.result(), headerIsUtf8, parts: scanner.end() };
}

function rawEmail(
  email: AddressedEmail,
  { envelope: { ret, envid }, ofServer }: Pick<SmtpSubmission, 'envelope' | 'ofServer'>,
  text: StagedText,
): RawEmail {
  const { emailId, from, to, cc, bcc, replyTo, subject, tags, retryClass, named, messageId, recipientDsn } = email;
  const dsn: MessageDsn | null =
    ret === undefined && envid === undefined ? null : { ret: ret ?? null, envid: envid ?? null };
  return {
    ...{ emailId, from, to, cc, bcc, replyTo, subject, tags, retryClass, named, messageId, dsn, recipientDsn },
    text,
    ...(ofServer && { isAnyTlsEnough: true }),
    // What somebody signed or encrypted stays as it came.
    track: text.parts.isSealed || isSignedBySender(email.kept) ? 'none' : email.track,
  };
}
